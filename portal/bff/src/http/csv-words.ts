/** What columns of a CSV in a language are made of. Pure. */
import type { Language } from '@gpulease/contract/enums';
import type { CsvRow } from './csv.ts';

type Words = Readonly<Record<Language, string>>;

/** What values are called, by value. */
export type ValueWords = Readonly<Record<string, Words>>;

export interface StatementColumn {
  /** The value that it has, or what the list of the console calls the column. */
  readonly key: string;
  readonly title: Words;
  /** The column of the console's list that it is a part of, where that has another name. */
  readonly shownAs?: string;
  /** The value is an instant; other values are texts, numbers or days. */
  readonly isTime?: boolean;
  readonly values?: ValueWords;
  /** Computes the value to show. */
  readonly read?: (row: CsvRow, language: Language) => unknown;
}

export interface Statement {
  readonly name: Words;
  readonly columns: readonly StatementColumn[];
}

export const words = (chinese: string, english: string): Words => ({ zh: chinese, en: english });

/** A list by the name of its file, and its columns. */
export const statement = (chinese: string, english: string, columns: StatementColumn[]): Statement => ({
  name: words(chinese, english),
  columns,
});

/** What values are called, from what each language calls them. */
export function valueWords(
  chinese: Readonly<Record<string, string>>,
  english: Readonly<Record<string, string>>,
): ValueWords {
  return Object.fromEntries(
    Object.entries(chinese).map(([value, word]) => [value, words(word, english[value] ?? value)]),
  );
}

export type ReadValue = (item: never, language: Language) => unknown;

/** A column that shows its value as it is, by the words for it, or as `read` from an item of the list. */
export function column(
  key: string,
  chinese: string,
  english: string,
  shown: ValueWords | ReadValue = {},
): StatementColumn {
  const title = words(chinese, english);
  if (typeof shown !== 'function') return { key, title, values: shown };
  return { key, title, read: shown as NonNullable<StatementColumn['read']> };
}

export const time = (key: string, chinese: string, english: string): StatementColumn => ({
  ...column(key, `${chinese}（北京时间）`, `${english} (China time)`),
  isTime: true,
});

export const money = (key: string, chinese: string, english: string, read?: ReadValue): StatementColumn =>
  column(key, `${chinese}（元）`, `${english} (CNY)`, read);

/** File columns that the console shows as one. */
export const shownAs = (key: string, ...columns: StatementColumn[]): StatementColumn[] =>
  columns.map((one) => ({ ...one, shownAs: key }));
