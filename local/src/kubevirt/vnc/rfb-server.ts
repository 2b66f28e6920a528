import type { Colour, Picture } from './picture.ts';

const version = 'RFB 003.008\n';
const noSecurity = 1;
const rawEncoding = 0;

/** RFB's pixel format (RFC 6143, 7.4). */
interface PixelFormat {
  bytesPerPixel: 1 | 2 | 4;
  isBigEndian: boolean;
  /** Maximum values of red, green and blue. */
  max: Colour;
  /** Left shifts of red, green and blue, in bits. */
  shift: Colour;
}

const pixelFormatLength = 16;

/** 32 bits, little-endian, blue lowest. */
const serverPixelFormat: PixelFormat = {
  bytesPerPixel: 4,
  isBigEndian: false,
  max: [255, 255, 255],
  shift: [16, 8, 0],
};

/** Processes the message at the start of `bytes` and returns its length; undefined while it is incomplete. */
type Step = (bytes: Buffer) => number | undefined;

/** Server side of RFB 3.8 (RFC 6143) for one static picture: no password, raw pixels, no input. */
export class RfbServer {
  readonly #picture: Picture;
  readonly #name: string;
  readonly #send: (bytes: Buffer) => void;
  #format = serverPixelFormat;
  #pending = Buffer.alloc(0);
  #step: Step = (bytes) => this.#takeVersion(bytes);

  constructor(picture: Picture, name: string, send: (bytes: Buffer) => void) {
    this.#picture = picture;
    this.#name = name;
    this.#send = send;
  }

  /** Sends the server's protocol version. */
  open(): void {
    this.#send(Buffer.from(version));
  }

  /** Processes data from the client, in pieces of any size. Throws if it is not RFB. */
  receive(bytes: Buffer): void {
    this.#pending = Buffer.concat([this.#pending, bytes]);
    while (this.#pending.length > 0) {
      const length = this.#step(this.#pending);
      if (length === undefined || length > this.#pending.length) return;
      this.#pending = this.#pending.subarray(length);
    }
  }

  #takeVersion(bytes: Buffer): number | undefined {
    if (bytes.length < version.length) return undefined;
    const wanted = bytes.toString('latin1', 0, version.length);
    if (wanted !== version) throw new Error(`${wanted.trim()} is not served, only ${version.trim()}`);
    this.#send(Buffer.from([1, noSecurity]));
    this.#step = () => this.#takeSecurity();
    return version.length;
  }

  #takeSecurity(): number {
    this.#send(Buffer.alloc(4));
    this.#step = () => this.#takeClientInit();
    return 1;
  }

  #takeClientInit(): number {
    const { width, height } = this.#picture;
    const head = Buffer.alloc(4);
    head.writeUInt16BE(width, 0);
    head.writeUInt16BE(height, 2);
    const name = Buffer.from(this.#name);
    const nameLength = Buffer.alloc(4);
    nameLength.writeUInt32BE(name.length);
    this.#send(Buffer.concat([head, encodePixelFormat(serverPixelFormat), nameLength, name]));
    this.#step = (bytes) => this.#takeMessage(bytes);
    return 1;
  }

  #takeMessage(bytes: Buffer): number | undefined {
    const length = messageLength(bytes);
    if (length === undefined || bytes.length < length) return undefined;
    if (bytes[0] === clientMessages.setPixelFormat) this.#format = decodePixelFormat(bytes.subarray(4));
    // The picture never changes, so incremental requests need no update.
    if (bytes[0] === clientMessages.updateRequest && bytes[1] === 0) this.#sendPicture();
    return length;
  }

  #sendPicture(): void {
    const { width, height } = this.#picture;
    const head = Buffer.alloc(16);
    head.writeUInt16BE(1, 2);
    head.writeUInt16BE(width, 8);
    head.writeUInt16BE(height, 10);
    head.writeInt32BE(rawEncoding, 12);
    this.#send(Buffer.concat([head, encodePixels(this.#picture, this.#format)]));
  }
}

const clientMessages = {
  setPixelFormat: 0,
  setEncodings: 2,
  updateRequest: 3,
  keyEvent: 4,
  pointerEvent: 5,
  cutText: 6,
} as const;

const fixedLengths: Readonly<Record<number, number>> = {
  [clientMessages.setPixelFormat]: 4 + pixelFormatLength,
  [clientMessages.updateRequest]: 10,
  [clientMessages.keyEvent]: 8,
  [clientMessages.pointerEvent]: 6,
};

/** Returns the length of the client's message at the start of `bytes`; undefined if too few bytes are available. */
function messageLength(bytes: Buffer): number | undefined {
  const [type = -1] = bytes;
  if (type === clientMessages.setEncodings)
    return bytes.length < 4 ? undefined : 4 + 4 * bytes.readUInt16BE(2);
  if (type === clientMessages.cutText) return bytes.length < 8 ? undefined : 8 + bytes.readUInt32BE(4);
  const length = fixedLengths[type];
  if (length === undefined) throw new Error(`The RFB message ${type} is not known`);
  return length;
}

function encodePixelFormat({ bytesPerPixel, isBigEndian, max, shift }: PixelFormat): Buffer {
  const bytes = Buffer.alloc(pixelFormatLength);
  bytes.set([bytesPerPixel * 8, 24, isBigEndian ? 1 : 0, 1]);
  max.forEach((value, index) => bytes.writeUInt16BE(value, 4 + index * 2));
  bytes.set(shift, 10);
  return bytes;
}

/** Throws if the client requests a palette, or pixels of a size other than 8, 16 or 32 bits. */
function decodePixelFormat(bytes: Buffer): PixelFormat {
  const [bits = 0, , bigEndian, trueColour] = bytes;
  const bytesPerPixel = bits / 8;
  if (bytesPerPixel !== 1 && bytesPerPixel !== 2 && bytesPerPixel !== 4)
    throw new Error(`${bits} bits per pixel`);
  if (trueColour === 0) throw new Error('Colour maps are not served');
  return {
    bytesPerPixel,
    isBigEndian: bigEndian !== 0,
    max: [bytes.readUInt16BE(4), bytes.readUInt16BE(6), bytes.readUInt16BE(8)],
    shift: [bytes.readUInt8(10), bytes.readUInt8(11), bytes.readUInt8(12)],
  };
}

/** Encodes all pixels of the picture, row by row. */
function encodePixels({ width, height, colourAt }: Picture, format: PixelFormat): Buffer {
  const { bytesPerPixel, isBigEndian } = format;
  const bytes = Buffer.alloc(width * height * bytesPerPixel);
  for (let index = 0; index < width * height; index += 1) {
    const value = pixelValue(colourAt(index % width, Math.floor(index / width)), format);
    if (isBigEndian) bytes.writeUIntBE(value, index * bytesPerPixel, bytesPerPixel);
    else bytes.writeUIntLE(value, index * bytesPerPixel, bytesPerPixel);
  }
  return bytes;
}

function pixelValue(colour: Colour, { max, shift }: PixelFormat): number {
  // Multiplies, since a shift by 24 bits could be negative.
  return colour.reduce(
    (sum, part, index) => sum + Math.round((part / 255) * (max[index] ?? 0)) * 2 ** (shift[index] ?? 0),
    0,
  );
}
