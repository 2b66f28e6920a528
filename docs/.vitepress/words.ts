/**
 * Splits Chinese into overlapping pairs of characters, because the search splits words at spaces, which Chinese lacks:
 * 余额不足 becomes 余额 额不 不足, so that every two-character word in it is found.
 */
export function inPairs(text: string): string {
  return text.replace(/\p{Script=Han}{3,}/gu, (run) => {
    const characters = Array.from(run);
    return characters
      .slice(1)
      .map((character, index) => `${characters[index] ?? ''}${character}`)
      .join(' ');
  });
}

/** Reverses `inPairs`. */
export function outOfPairs(text: string): string {
  return text.replace(/(\p{Script=Han}) \1/gu, '$1');
}

/** Returns the words of a search query. */
export function wordsOf(query: string): string[] {
  return inPairs(query).split(/[\n\r\p{Z}\p{P}]+/u);
}
