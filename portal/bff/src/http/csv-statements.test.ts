import { describe, expect, it } from '@jest/globals';
import { languages } from '@gpulease/contract/enums';
import { routes, type Route } from '@gpulease/contract/routes';
import { z } from 'zod';
import { statementOf, statements } from './csv-statements.ts';

const today = '2026-11-25';
const itemOf = (list: string) => {
  const { response } = (routes as Readonly<Record<string, Route>>)[list]!;
  return (response as unknown as { shape: { items: { element: z.ZodObject } } }).shape.items.element;
};
const statement = (list: string, language: 'zh' | 'en') =>
  statementOf(list, { values: Object.keys(itemOf(list).shape), language, today })!;

const used = {
  id: '7',
  user: 'mei',
  type: 'DEDUCTION',
  amount: '3.50',
  date: '2026-11-24T16:30:05.000Z',
  day: '2026-11-25',
  paymentMethod: null,
  refundReason: 'OUTAGE',
};

describe('a statement', () => {
  it('has the words of its language and the time of China', () => {
    expect(statement('listBillingRecords', 'zh').inWords?.(used)).toMatchObject({
      type: '扣费',
      amount: '3.50',
      date: '2026-11-25 00:30:05',
      day: '2026-11-25',
      paymentMethod: null,
      refundReason: '平台原因停机补偿',
    });
    expect(statement('listBillings', 'en').inWords?.(used)).toMatchObject({
      type: 'Deduction',
      date: '2026-11-25 00:30:05',
    });
  });

  it.each([
    ['zh', '支付 R1：本系统 30.00，账单 无; 退款 B1：本系统 无，账单 5.00'],
    [
      'en',
      'Payment R1: 30.00 here, nothing in the statement; Refund B1: nothing here, 5.00 in the statement',
    ],
  ] as const)('of a reconciliation says what differs, in %s', (language, text) => {
    const differences = [
      { kind: 'PAYMENT', id: 'R1', booked: '30.00', billed: null },
      { kind: 'REFUND', id: 'B1', booked: null, billed: '5.00' },
    ];
    const day = {
      method: 'WECHAT',
      day: '2026-11-24',
      payments: 3,
      refunds: 1,
      finishedAt: null,
      differences,
    };
    expect(statement('listReconciliations', language).inWords?.(day)).toMatchObject({ differences: text });
  });

  it('is called in its language', () => {
    expect(statement('listUsage', 'zh').name).toBe('用量-2026-11-25.csv');
    expect(statement('listUsage', 'en').name).toBe('usage-2026-11-25.csv');
  });

  it('is none of a list that has nothing to do with money', () => {
    expect(statementOf('listWorkloads', { values: ['name'], language: 'zh', today })).toBeUndefined();
  });

  it.each(Object.keys(statements))('of %s has a word for each value that its list may have', (list) => {
    const item = itemOf(list);
    for (const { key, values, isTime } of statements[list]!.columns) {
      const schema: unknown = item.shape[key];
      const present = schema instanceof z.ZodNullable ? schema.unwrap() : schema;
      if (present instanceof z.ZodEnum)
        expect([key, Object.keys(values ?? {}).sort()]).toEqual([key, present.options.toSorted()]);
      expect([key, present instanceof z.ZodISODateTime]).toEqual([key, isTime ?? false]);
    }
    for (const language of languages) {
      const headers = statement(list, language).columns.map(
        (column) => (column as { header: string }).header,
      );
      expect(new Set(headers).size).toBe(headers.length);
    }
  });
});
