/** Sentences that the code has in English only, in Chinese. Pure. */
import type { Words } from './words.ts';

/** How a page says a sentence of the code. */
export type Say = (sentence: string) => string;

/** In the code's own words. */
export const inEnglish: Say = (sentence) => sentence;

/** A page's own words, where the two of a pair stand around what they are joined by, and how it says those of the code. */
export interface Voice {
  readonly own: Words;
  readonly say: Say;
}

export interface Translations {
  /** Where the tables are, for those who have to add to them. */
  readonly place: string;
  /** By the English sentences. */
  readonly tables: readonly Readonly<Record<string, string>>[];
}

/** Writes a page in Chinese. Throws, naming the sentences, where some have no Chinese or are no longer in the code. */
export function inChinese({ place, tables }: Translations, write: (say: Say) => string): string {
  const chinese = new Map(tables.flatMap((table) => Object.entries(table)));
  const said = new Set<string>();
  const written = write((sentence) => {
    said.add(sentence);
    return chinese.get(sentence) ?? '';
  });
  const problems = [
    ...listed(
      `Add the Chinese of these to ${place}:`,
      [...said].filter((one) => !chinese.has(one)),
    ),
    ...listed(
      `Remove these from ${place}, the code no longer has them:`,
      [...chinese.keys()].filter((one) => !said.has(one)),
    ),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return written;
}

function listed(title: string, sentences: readonly string[]): string[] {
  return sentences.length === 0 ? [] : [title, ...sentences.map((sentence) => `  ${sentence}`)];
}
