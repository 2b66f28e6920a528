/** Lists as CSV: UTF-8 with a mark for Excel, and no cell that a spreadsheet would take for a formula. */
import { pipeline } from 'node:stream/promises';
import { formatAmount, parseAmount } from '@gpulease/contract/money';
import { stringify, type Stringifier } from 'csv-stringify';
import type { Response } from 'express';
import { z } from 'zod';
import type { Position } from '../lists/sorting.ts';
import type { Logger } from './logger.ts';

export type CsvRow = Readonly<Record<string, unknown>>;

/** A value of the rows, headed by its own name or by a word. */
export type CsvColumn = string | { readonly key: string; readonly header: string };

export interface CsvFile {
  readonly name: string;
  readonly columns: readonly CsvColumn[];
  /** A row as people read it. */
  readonly inWords?: (row: CsvRow) => CsvRow;
}

/** Rows that follow each other, and after which position the next ones begin; null at the end of the list. */
export interface Rows {
  readonly items: readonly CsvRow[];
  readonly next: Position | null;
}

/** Reads the rows that come after a position; after none, the first. */
export type ReadAfter = (position: Position) => Promise<Rows>;

/**
 * Sends a list of any length, one part in memory at a time. Rejects with what the first part's read rejects with; a later
 * failure breaks the download off, so that nobody takes a part for the whole.
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

/** Lists show deductions as positive amounts; a column that can be summed needs them negative. */
function summable(row: CsvRow): CsvRow {
  if (row.type !== 'DEDUCTION') return row;
  return { ...row, amount: formatAmount(-parseAmount(row.amount as string)) };
}

/** The name of a file of today, by the day of Asia/Shanghai: `listUsers-2026-11-21.csv`. */
export function csvName(list: string, now: Date): string {
  return `${list}-${dayInChina(now)}.csv`;
}

/** Such as `2026-11-21`. */
export function dayInChina(now: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(now);
}

/** A line of names, then a line per row. Plain numbers stay numbers, also negative ones. */
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
 * A column for each value of an item, in the contract's order: those of an object as `resources.cpu`. Lists of objects, such as
 * the runs of a machine, have no place in one row and are left out.
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

/** The schema of what may be null or left out, where it is there. */
function present(schema: unknown): unknown {
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? present(schema.unwrap())
    : schema;
}
