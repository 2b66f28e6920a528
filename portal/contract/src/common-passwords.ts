/** Passwords that attackers guess first: a common word or sequence, whatever surrounds it. */

/** Base words of the most common leaked passwords, in China and elsewhere. */
const words: ReadonlySet<string> = new Set(
  `
    password passwd pass pwd admin administrator root user guest test login qwerty qwertyuiop asdfgh
    asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc abc abcd abcdef abcdefg abcdefgh welcome letmein iloveyou
    monkey dragon sunshine princess football baseball master shadow superman batman secret changeme
    default hello computer internet woaini wang zhang wodemima mima asd qwe zxc gpulease
  `.match(/[a-z]+/g),
);
const runs = ['01234567890', '09876543210', '147258369', '123123123', '5201314', '1qaz2wsx3edc4rfv'];

/** Letters by the characters that often replace them. */
const letters: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  '@': 'a',
  $: 's',
};

/** Returns whether a password is among those guessed first. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  const bare = plain.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const read = plain.replace(/[\d!._-]+$/, '').replace(/[01345@$]/g, (sign) => letters[sign] ?? sign);
  return words.has(bare) || words.has(read) || isRun(plain.replace(/[^a-z\d]/g, ''));
}

/** Returns whether a text is a common sequence or one repeated character, with at most two extra characters. */
function isRun(text: string): boolean {
  return [text, text.slice(1), text.slice(2), text.slice(0, -1), text.slice(0, -2)].some(
    (part) => part.length >= 6 && (/^(.)\1+$/.test(part) || runs.some((run) => run.includes(part))),
  );
}
