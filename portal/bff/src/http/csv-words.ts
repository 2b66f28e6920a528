/** Building blocks of translated CSV columns. Pure. */
import type { Language } from '@gpulease/contract/enums';
import type { CsvRow } from './csv.ts';

type Words = Readonly<Record<Language, string>>;

/** Translated names by value. */
export type ValueWords = Readonly<Record<string, Words>>;

export interface StatementColumn {
  /** The item's property, or the console's key of the column if `read` computes the value. */
  readonly key: string;
  readonly title: Words;
  /** The key of the console's column that contains this one, if different. */
  readonly shownAs?: string;
  /** Whether the value is an instant; other values are texts, numbers or days. */
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

/** Returns a list with the name of its file and its columns. */
export const statement = (chinese: string, english: string, columns: StatementColumn[]): Statement => ({
  name: words(chinese, english),
  columns,
});

/** Combines the names of values in each language. */
export function valueWords(
  chinese: Readonly<Record<string, string>>,
  english: Readonly<Record<string, string>>,
): ValueWords {
  return Object.fromEntries(
    Object.entries(chinese).map(([value, word]) => [value, words(word, english[value] ?? value)]),
  );
}

export type ReadValue = (item: never, language: Language) => unknown;

/** Returns a column that shows its value unchanged, translated, or computed from the item. */
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

/** Marks columns that the console shows as one. */
export const shownAs = (key: string, ...columns: StatementColumn[]): StatementColumn[] =>
  columns.map((one) => ({ ...one, shownAs: key }));
