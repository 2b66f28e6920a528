/** The most characters of a foreign text in one of our messages. */
const LONGEST = 400;

/**
 * Prepares text from another system for one of our sentences: one line, without a final period and at most `longest`
 * characters, since the messages of a status are limited.
 */
export function foreignText(text: string, longest = LONGEST): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const cut = line.length <= longest ? line : `${line.slice(0, longest - 1).trimEnd()}…`;
  return cut.replace(/[.\s]+$/, '');
}
