import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import { z } from 'zod';
import { workload } from '@gpulease/contract/workloads';
import { csvColumns, csvName, csvOf, sendCsv, type ReadAfter, type CsvRow } from './csv.ts';
import { createLogger } from './logger.ts';

async function csvText(columns: readonly string[], rows: readonly CsvRow[]): Promise<string> {
  const stringifier = csvOf(columns);
  for (const row of rows) stringifier.write(row);
  stringifier.end();
  return text(stringifier);
}
const cellOf = async (value: unknown) => (await csvText(['a'], [{ a: value }])).split('\r\n')[1];

describe('CSV', () => {
  it('has a byte order mark, a header line and a line per item', async () => {
    const written = await csvText(['a', 'b'], [{ a: 1, b: 'x' }, { a: 2 }]);
    expect(written.replace(/^\uFEFF/, '')).toBe('a,b\r\n1,x\r\n2,\r\n');
  });

  it.each([
    ['a formula', '=1+1', "'=1+1"],
    ['a command', '@SUM(A1)', "'@SUM(A1)"],
    ['a plus', '+86', "'+86"],
    ['a wide equals sign', '＝1+1', "'＝1+1"],
    ['a formula in quotes', '=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
    ['a list that begins with a formula', ['=1+1', 'b'], "'=1+1; b"],
    ['a tab', '\tx', "'\tx"],
    ['a negative amount, which is a number', '-12.30', '-12.30'],
    ['a minus before text', '-x', "'-x"],
    ['a comma', 'a,b', '"a,b"'],
    ['a line break', 'a\nb', '"a\nb"'],
    ['nothing', null, ''],
    ['a list', ['a', 'b'], 'a; b'],
    ['an object', { x: 1 }, '"{""x"":1}"'],
    ['a boolean', true, 'true'],
    ['no', false, 'false'],
  ])('of %s', async (_, value, cell) => {
    expect(await cellOf(value)).toBe(cell);
  });
});

describe('the columns of a list', () => {
  const item = z.strictObject({
    name: z.string(),
    price: z.strictObject({ amount: z.string(), unit: z.string() }).nullable(),
    keys: z.array(z.string()),
    runs: z.array(z.strictObject({ start: z.string() })),
    details: z.record(z.string(), z.unknown()).optional(),
  });

  it('are its properties, including nested objects, without lists of objects', () => {
    expect(csvColumns(item)).toEqual(['name', 'price.amount', 'price.unit', 'keys', 'details']);
  });

  it('are read from the items, and empty if an object is missing', async () => {
    const rows = [
      { name: 'a', price: { amount: '1.58', unit: 'HOUR' } },
      { name: 'b', price: null },
    ];
    const written = await csvText(csvColumns(item), rows);
    expect(written.split('\r\n').slice(1, 3)).toEqual(['a,1.58,HOUR,,', 'b,,,,']);
  });

  it('of workloads include a machine’s size and cost', () => {
    expect(csvColumns(workload)).toEqual(
      expect.arrayContaining(['name', 'status', 'resources.gpuModel', 'cost.total', 'ipAddress']),
    );
  });
});

describe('a download', () => {
  /** Serves one CSV and fetches it. */
  async function download(readAfter: ReadAfter, columns: readonly string[] = ['n']): Promise<Response> {
    const log = createLogger('silent');
    const app = express().get('/', (_, response) =>
      sendCsv(response, { name: 'n.csv', columns }, readAfter, log),
    );
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      return new Response(await response.text());
    } catch {
      return new Response('broken off');
    } finally {
      server.close();
    }
  }
  const numbers = (length: number) => Array.from({ length }, (_, n) => ({ n }));
  const linesOf = async (response: Response) => (await response.text()).trim().split('\r\n').slice(1);

  it('has every row of a list with many parts', async () => {
    const rows = numbers(123_456);
    const response = await download(([after = '0']) => {
      const end = Number(after) + 5_000;
      const next = end < rows.length ? [String(end)] : null;
      return Promise.resolve({ items: rows.slice(Number(after), end), next });
    });
    expect(await linesOf(response)).toEqual(rows.map(({ n }) => String(n)));
  });

  it('has negative deductions, so that the column can be summed', async () => {
    const rows = [
      { type: 'RECHARGE', amount: '100.00' },
      { type: 'DEDUCTION', amount: '14.26' },
      { type: 'DEDUCTION', amount: '-5.00' },
    ];
    const response = await download(() => Promise.resolve({ items: rows, next: null }), ['type', 'amount']);
    expect(await linesOf(response)).toEqual(['RECHARGE,100.00', 'DEDUCTION,-14.26', 'DEDUCTION,5.00']);
  });

  it('is named after its list and the date in Shanghai', () => {
    expect(csvName('listUsers', new Date('2026-11-20T16:00:00Z'))).toBe('listUsers-2026-11-21.csv');
  });

  it('is aborted if a later part cannot be read', async () => {
    const response = await download(([after]) =>
      after === undefined
        ? Promise.resolve({ items: numbers(5_000), next: ['4999'] })
        : Promise.reject(new Error('the database is gone')),
    );
    expect(await response.text()).toBe('broken off');
  });
});
