/** Lists as CSV: UTF-8 with a byte order mark for Excel, and formulas escaped. */
import { pipeline } from 'node:stream/promises';
import { formatAmount, parseAmount } from '@gpulease/contract/money';
import { stringify, type Stringifier } from 'csv-stringify';
import type { Response } from 'express';
import { z } from 'zod';
import type { Position } from '../lists/sorting.ts';
import type { Logger } from './logger.ts';

export type CsvRow = Readonly<Record<string, unknown>>;

/** A property of the rows, with its own name or another one as header. */
export type CsvColumn = string | { readonly key: string; readonly header: string };

export interface CsvFile {
  readonly name: string;
  readonly columns: readonly CsvColumn[];
  /** Translates a row for people. */
  readonly inWords?: (row: CsvRow) => CsvRow;
}

/** Consecutive rows, and the position after which the next ones begin; null at the end of the list. */
export interface Rows {
  readonly items: readonly CsvRow[];
  readonly next: Position | null;
}

/** Reads the rows after a position; the first rows for an empty position. */
export type ReadAfter = (position: Position) => Promise<Rows>;

/**
 * Sends a list of any length with one part in memory at a time. Rejects if reading the first part fails; a later failure
 * aborts the download, so that a truncated file is not mistaken for a complete one.
 */
export async function sendCsv(
  response: Response,
  { name, columns, inWords = (row) => row }: CsvFile,
  readAfter: ReadAfter,
  log: Logger,
): Promise<void> {
  const first = await readAfter([]);
  response.attachment(name).type('text/csv');
  try {
    await pipeline(allRows(first, readAfter, inWords), csvOf(columns), response);
  } catch (error) {
    log.warn({ err: error }, 'A CSV download was aborted');
  }
}

async function* allRows(
  first: Rows,
  readAfter: ReadAfter,
  inWords: (row: CsvRow) => CsvRow,
): AsyncGenerator<CsvRow> {
  const written = (row: CsvRow): CsvRow => inWords(summable(row));
  let rows = first;
  yield* rows.items.map(written);
  while (rows.next) {
    rows = await readAfter(rows.next);
    yield* rows.items.map(written);
  }
}

/** Negates deductions, which lists show as positive amounts, so that the column can be summed. */
function summable(row: CsvRow): CsvRow {
  if (row.type !== 'DEDUCTION') return row;
  return { ...row, amount: formatAmount(-parseAmount(row.amount as string)) };
}

/** Returns a file name with today's date in Asia/Shanghai: `listUsers-2026-11-21.csv`. */
export function csvName(list: string, now: Date): string {
  return `${list}-${dayInChina(now)}.csv`;
}

/** Returns the date in China, such as `2026-11-21`. */
export function dayInChina(now: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(now);
}

/** Writes a header line, then a line per row. Numbers are not escaped, not even negative ones. */
export function csvOf(columns: readonly CsvColumn[]): Stringifier {
  return stringify({
    bom: true,
    header: true,
    columns: [...columns],
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: {
      string: (text) => (isNegativeNumber(text) ? { value: text, escape_formulas: false } : text),
      boolean: String,
      object: plain,
    },
  });
}

function isNegativeNumber(text: string): boolean {
  return /^-\d+(\.\d+)?$/.test(text);
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(plain).join('; ');
  return JSON.stringify(value);
}

/**
 * Returns a column per property of an item, in the contract's order; nested properties as `resources.cpu`. Omits lists of
 * objects, such as a machine's runs, which do not fit in one row.
 */
export function csvColumns(item: z.ZodType, name = ''): string[] {
  const schema = present(item);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, part]) =>
      csvColumns(part as z.ZodType, name ? `${name}.${key}` : key),
    );
  const isListOfObjects = schema instanceof z.ZodArray && present(schema.element) instanceof z.ZodObject;
  return isListOfObjects ? [] : [name];
}

/** Unwraps nullable and optional schemas. */
function present(schema: unknown): unknown {
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? present(schema.unwrap())
    : schema;
}
