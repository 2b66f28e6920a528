const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 6;

/** Six letters and digits that nobody confuses, for a name that nobody has to think of. */
export function randomLetters(): string {
  const random = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(random, (byte) => LETTERS[byte % LETTERS.length]).join('');
}
