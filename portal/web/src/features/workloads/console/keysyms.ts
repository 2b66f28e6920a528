export const namedKeysyms = {
  Control: 0xffe3,
  Alt: 0xffe9,
  Delete: 0xffff,
  Escape: 0xff1b,
  Tab: 0xff09,
  Return: 0xff0d,
  F1: 0xffbe,
  F2: 0xffbf,
} as const;
export type KeyName = keyof typeof namedKeysyms;

/** The key for a character; undefined if a US keyboard has none. */
export function keysymOf(character: string): number | undefined {
  if (character === '\n') return namedKeysyms.Return;
  if (character === '\t') return namedKeysyms.Tab;
  return /^[ -~]$/.test(character) ? character.charCodeAt(0) : undefined;
}
