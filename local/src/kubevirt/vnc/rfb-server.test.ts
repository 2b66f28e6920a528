import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Picture } from './picture.ts';
import { RfbServer } from './rfb-server.ts';

const picture: Picture = {
  width: 2,
  height: 1,
  colourAt: (x) => (x === 0 ? [255, 0, 0] : [0, 0, 255]),
};
const fullUpdate = [3, 0, 0, 0, 0, 0, 0, 2, 0, 1];
const rectangle = [0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 1, 0, 0, 0, 0];

describe('the RFB server', () => {
  let sent: Buffer[];
  let server: RfbServer;
  const receive = (...bytes: number[]): void => server.receive(Buffer.from(bytes));
  const shakeHands = (): void => {
    server.open();
    server.receive(Buffer.from('RFB 003.008\n'));
    receive(1);
    receive(1);
    sent.length = 0;
  };

  beforeEach(() => {
    sent = [];
    server = new RfbServer(picture, 'screen', (bytes) => sent.push(bytes));
  });

  it('completes the handshake without a password and sends size and name', () => {
    server.open();
    server.receive(Buffer.from('RFB 003.008\n'));
    receive(1);
    receive(1);
    const [version, security, result, init] = sent;
    expect(version?.toString()).toBe('RFB 003.008\n');
    expect([...(security ?? [])]).toEqual([1, 1]);
    expect([...(result ?? [])]).toEqual([0, 0, 0, 0]);
    expect(init?.readUInt16BE(0)).toBe(2);
    expect(init?.readUInt16BE(2)).toBe(1);
    expect(init?.toString('utf8', 24)).toBe('screen');
  });

  it('sends the picture in its own format, blue lowest', () => {
    shakeHands();
    receive(...fullUpdate);
    expect([...Buffer.concat(sent)]).toEqual([...rectangle, 0, 0, 255, 0, 255, 0, 0, 0]);
  });

  it('sends the picture in the format that the client requests', () => {
    shakeHands();
    const redLowest = [32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 0, 8, 16, 0, 0, 0];
    receive(0, 0, 0, 0, ...redLowest, ...fullUpdate);
    expect([...Buffer.concat(sent)]).toEqual([...rectangle, 255, 0, 0, 0, 0, 0, 255, 0]);
  });

  it('accepts messages in pieces, and ignores keys, mouse and clipboard', () => {
    shakeHands();
    const encodings = [2, 0, 0, 1, 0, 0, 0, 0];
    const input = [4, 1, 0, 0, 0, 0, 0, 97, 5, 0, 0, 1, 0, 1, 6, 0, 0, 0, 0, 0, 0, 1, 120];
    for (const byte of [...encodings, ...input, ...fullUpdate]) receive(byte);
    expect(sent).toHaveLength(1);
  });

  it('sends nothing for an update without changes', () => {
    shakeHands();
    receive(3, 1, ...fullUpdate.slice(2));
    expect(sent).toEqual([]);
  });

  it('throws for an unknown message', () => {
    shakeHands();
    expect(() => receive(99)).toThrow('not known');
  });
});
