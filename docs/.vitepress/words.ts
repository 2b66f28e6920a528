/**
 * The search takes for a word what stands between spaces, which Chinese does without. It is indexed by pairs of characters:
 * 余额不足 as 余额 额不 不足, so that every word of two characters is found in it.
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

/** What `inPairs` was given. */
export function outOfPairs(text: string): string {
  return text.replace(/(\p{Script=Han}) \1/gu, '$1');
}

/** The words that are looked for. */
export function wordsOf(query: string): string[] {
  return inPairs(query).split(/[\n\r\p{Z}\p{P}]+/u);
}
