import { describe, expect, it } from '@jest/globals';
import { refuseBeyondBounds } from './json-bounds.ts';

const refusal = (text: string) => () => {
  refuseBeyondBounds(Buffer.from(text));
};

describe('a JSON body', () => {
  it.each([
    [
      'the largest form',
      JSON.stringify({ form: { keys: Array.from({ length: 200 }, (_, n) => `key ${n}`) } }),
    ],
    ['brackets and commas within text', JSON.stringify({ text: `\\"${'[,'.repeat(20_000)}` })],
    ['an unterminated string', `{"text": "${'a'.repeat(60_000)}`],
    ['nothing', ''],
  ])('with %s is within bounds', (_, text) => {
    expect(refusal(text)).not.toThrow();
  });

  it.each([
    ['17 levels', '['.repeat(17)],
    ['many keys', JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [n, 1])))],
    ['many empty lists', `[${'[],'.repeat(5_000)}[]]`],
  ])('with %s is refused', (_, text) => {
    expect(refusal(text)).toThrow('nested too deeply or has too many values');
  });
});
