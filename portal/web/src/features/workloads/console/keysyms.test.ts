import { expect, it } from '@jest/globals';
import { keysymOf } from './keysyms.ts';

it.each([
  ['a letter', 'a', 0x61],
  ['a symbol', '~', 0x7e],
  ['a space', ' ', 0x20],
  ['a line break', '\n', 0xff0d],
  ['a tab', '\t', 0xff09],
  ['nothing for a character that the keyboard lacks', '中', undefined],
  ['nothing for a control character', '\u0000', undefined],
])('finds %s', (_, character, keysym) => {
  expect(keysymOf(character)).toBe(keysym);
});
