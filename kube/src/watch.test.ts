import { describe, expect, it } from '@jest/globals';
import { readLines } from './watch.ts';

async function linesOf(...chunks: (string | Uint8Array)[]): Promise<string[]> {
  const bytes = chunks.map((chunk) => (typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk));
  const lines: string[] = [];
  for await (const line of readLines(ReadableStream.from(bytes))) lines.push(line);
  return lines;
}

describe('the lines of a watch', () => {
  it('can arrive several at a time or in pieces', async () => {
    expect(await linesOf('{"a":1}\n{"b"', ':2}\n', '\n{"c":3}\n')).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
  });

  it('can be split inside a character', async () => {
    const bytes = new TextEncoder().encode('显卡\n');
    expect(await linesOf(bytes.subarray(0, 2), bytes.subarray(2))).toEqual(['显卡']);
  });

  it('omit an unfinished last line', async () => {
    expect(await linesOf('{"a":1}\n{"b":')).toEqual(['{"a":1}']);
  });
});
