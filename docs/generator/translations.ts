/** Translates sentences that the code has only in English. Pure. */
import type { Words } from './words.ts';

/** Renders a sentence of the code in the language of a page. */
export type Say = (sentence: string) => string;

/** Renders sentences unchanged. */
export const inEnglish: Say = (sentence) => sentence;

/** The words of a page (a pair encloses a value), and how it renders sentences of the code. */
export interface Voice {
  readonly own: Words;
  readonly say: Say;
}

export interface Translations {
  /** The file or folder of the tables, named in errors. */
  readonly place: string;
  /** English sentence → Chinese. */
  readonly tables: readonly Readonly<Record<string, string>>[];
}

/** Writes a page in Chinese. Throws, naming the sentences, if some lack a translation or are no longer in the code. */
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
