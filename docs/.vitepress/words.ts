const words = new Intl.Segmenter('zh', { granularity: 'word' });

/** The words of a Chinese text with spaces between, for a search that takes a word for what stands between spaces. */
export function spacedWords(text: string): string {
  return text.replace(/\p{Script=Han}+/gu, (run) =>
    [...words.segment(run)].map(({ segment }) => segment).join(' '),
  );
}
