/** What columns of a CSV in a language are made of. Pure. */
import type { Language } from '@gpulease/contract/enums';
import { valueNames as en } from '@gpulease/contract/value-names/en';
import { valueNames as zh } from '@gpulease/contract/value-names/zh';
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

/** What values are called, from what each language calls them. */
export function valueWords(
  chinese: Readonly<Record<string, string>>,
  english: Readonly<Record<string, string>>,
): ValueWords {
  return Object.fromEntries(
    Object.entries(chinese).map(([value, word]) => [value, words(word, english[value] ?? value)]),
  );
}

export const column = (key: string, title: Words, values?: ValueWords): StatementColumn => ({
  key,
  title,
  ...(values && { values }),
});

export const time = (key: string, chinese: string, english: string): StatementColumn => ({
  key,
  title: words(`${chinese}（北京时间）`, `${english} (China time)`),
  isTime: true,
});

export const money = (key: string, chinese: string, english: string): StatementColumn =>
  column(key, words(`${chinese}（元）`, `${english} (CNY)`));

/** A column whose value `read` takes from an item of the list. */
export function readFrom(
  { key, title }: StatementColumn,
  read: (item: never, language: Language) => unknown,
): StatementColumn {
  return { key, title, read: read as NonNullable<StatementColumn['read']> };
}

export const user = column('user', words('用户', 'User'));
export const methods = valueWords(zh.paymentMethod, en.paymentMethod);
export const modes = valueWords(zh.pricingMode, en.pricingMode);
export const units = valueWords(zh.pricingUnit, en.pricingUnit);

/** What the states of a kind of thing are called. */
export const states = (kind: keyof typeof zh.status): ValueWords =>
  valueWords(zh.status[kind], en.status[kind]);

export const name = column('name', words('名称', 'Name'));
export const createdAt = time('createdAt', '创建时间', 'Created at');
export const status = column('status', words('状态', 'Status'));
export const region = column('region', words('地域', 'Region'));
export const workloads = column('workloads', words('实例', 'Instances'));

/** File columns that the console shows as one. */
export const shownAs = (key: string, ...columns: StatementColumn[]): StatementColumn[] =>
  columns.map((one) => ({ ...one, shownAs: key }));
