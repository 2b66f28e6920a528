/** As much as one message of ours says in somebody else's words. */
const LONGEST = 400;

/**
 * Text that another system wrote, fit to stand in one of our sentences: on one line, without a full stop at its end and
 * at most `longest` characters, for a status takes no message without bound.
 */
export function foreignText(text: string, longest = LONGEST): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const cut = line.length <= longest ? line : `${line.slice(0, longest - 1).trimEnd()}…`;
  return cut.replace(/[.\s]+$/, '');
}
