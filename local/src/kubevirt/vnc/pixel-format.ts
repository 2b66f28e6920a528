import type { Colour, Picture } from './picture.ts';

/** How RFB writes a pixel (RFC 6143, 7.4). */
export interface PixelFormat {
  bytesPerPixel: 1 | 2 | 4;
  isBigEndian: boolean;
  /** The largest value of red, green and blue. */
  max: Colour;
  /** The bits that red, green and blue are shifted to the left. */
  shift: Colour;
}

export const pixelFormatLength = 16;

/** 32 bits, little-endian, blue lowest. */
export const serverPixelFormat: PixelFormat = {
  bytesPerPixel: 4,
  isBigEndian: false,
  max: [255, 255, 255],
  shift: [16, 8, 0],
};

export function encodePixelFormat({ bytesPerPixel, isBigEndian, max, shift }: PixelFormat): Buffer {
  const bytes = Buffer.alloc(pixelFormatLength);
  bytes.set([bytesPerPixel * 8, 24, isBigEndian ? 1 : 0, 1]);
  max.forEach((value, index) => bytes.writeUInt16BE(value, 4 + index * 2));
  bytes.set(shift, 10);
  return bytes;
}

/** Throws when the client asks for a palette or for pixels of another size than 8, 16 or 32 bits. */
export function decodePixelFormat(bytes: Buffer): PixelFormat {
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

/** All pixels of the picture, row by row. */
export function encodePixels({ width, height, colourAt }: Picture, format: PixelFormat): Buffer {
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
  // Multiplied, since a shift by 24 bits would be negative.
  return colour.reduce(
    (sum, part, index) => sum + Math.round((part / 255) * (max[index] ?? 0)) * 2 ** (shift[index] ?? 0),
    0,
  );
}
