import { expect, it } from '@jest/globals';
import { keysymOf } from './keysyms.ts';

it.each([
  ['a letter', 'a', 0x61],
  ['a sign', '~', 0x7e],
  ['a space', ' ', 0x20],
  ['the end of a line', '\n', 0xff0d],
  ['a tab', '\t', 0xff09],
  ['nothing for what a keyboard lacks', '中', undefined],
  ['nothing for what is no key', '\u0000', undefined],
])('finds %s', (_, character, keysym) => {
  expect(keysymOf(character)).toBe(keysym);
});
