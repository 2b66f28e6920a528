import { describe, expect, it } from '@jest/globals';
import { languages } from '@gpulease/contract/enums';
import { routes, type Route } from '@gpulease/contract/routes';
import { z } from 'zod';
import type { CsvFile } from './csv.ts';
import { statementOf, statements } from './csv-statements.ts';

const today = '2026-11-25';
const itemOf = (list: string) => {
  const { response } = (routes as Readonly<Record<string, Route>>)[list]!;
  return (response as unknown as { shape: { items: { element: z.ZodObject } } }).shape.items.element;
};
const statement = (list: string, language: 'zh' | 'en') =>
  statementOf(list, { values: Object.keys(itemOf(list).shape), language, today })!;

const headersOf = ({ columns }: CsvFile) => columns.map((column) => (column as { header: string }).header);

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
  it('has words in its language and China time', () => {
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
  ] as const)('of a reconciliation describes the differences, in %s', (language, text) => {
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

  it('has a file name in its language', () => {
    expect(statement('listUsage', 'zh').name).toBe('用量-2026-11-25.csv');
    expect(statement('listUsage', 'en').name).toBe('usage-2026-11-25.csv');
  });

  it('does not exist for lists that no console offers as a file', () => {
    expect(statementOf('listSshKeys', { values: ['name'], language: 'zh', today })).toBeUndefined();
  });

  it.each([
    ['listUsers', 'username,status', '用户名,状态'],
    ['listAllWorkloads', 'name,reason,price,mode,nothing', '名称,原因,每小时费用（元）,付费方式'],
    ['listNodes', 'gpus,memory', 'GPU 型号,空闲 GPU,GPU 总数,内存（GiB）'],
    ['listNodes', 'faultRate', '故障率（次/卡·月）,30 天内启动失败次数'],
    ['listAuditEntries', 'at,happened', '时间（北京时间）,操作人,操作,对象'],
    [
      'listReceivables',
      'user',
      '退款单号,产生时间（北京时间）,用户,充值单号,状态,金额（元）,已扣金额（元）,已核销金额（元）,待扣金额（元）,退款原因,结清时间（北京时间）',
    ],
  ])('of %s has the shown columns, or all columns for money', (list, columns, headings) => {
    const file = statementOf(list, {
      values: Object.keys(itemOf(list).shape),
      language: 'zh',
      today,
      columns,
    });
    expect(headersOf(file!).join(',')).toBe(headings);
  });

  it('of machines has costs and states, in the words of the list', () => {
    const machine = {
      name: 'train',
      status: 'RUNNING',
      reason: 'GuestNotReady',
      message: 'The guest does not answer.',
      skuDisplayName: 'A100',
      skuTranslations: {},
      skuQuantity: 2,
      ipAddress: '203.0.113.7',
      sshPort: 30_022,
      sshUser: 'root',
      pricing: { mode: 'ON_DEMAND' },
      cost: { total: '12.30', perHour: '1.58' },
      createdAt: '2026-11-24T16:30:05.000Z',
    };
    expect(statement('listAllWorkloads', 'zh').inWords?.(machine)).toMatchObject({
      status: '运行中',
      reason: '系统无响应',
      sku: 'A100 × 2',
      ssh: 'ssh -p 30022 root@203.0.113.7',
      price: '1.58',
      cost: '12.30',
      mode: '按量付费',
      createdAt: '2026-11-25 00:30:05',
    });
  });

  it('of the audit has actions and reasons', () => {
    const entry = {
      action: 'CHANGE_RESOURCE',
      outcome: 'REFUSED',
      details: { reason: '降价', changes: { price: { from: '2', to: null } }, apiToken: 'ci' },
    };
    expect(statement('listAuditEntries', 'en').inWords?.(entry)).toMatchObject({
      action: 'Change resource',
      outcome: 'Refused',
      details: '降价; price: 2 → –; apiToken: ci',
    });
  });

  it('of the catalogue has state, readiness and fields', () => {
    const node = {
      status: 'maintenance',
      condition: { ready: false },
      resources: { gpuModel: 'A100', gpuNumber: 8, cpu: 64, memory: 524_288, storage: 2_000 },
      reliability: { faultsPerGpuMonth: 0.125, failedStarts: 3 },
    };
    expect(statement('listNodes', 'zh').inWords?.(node)).toMatchObject({
      status: '维护中; 未就绪',
      gpuNumber: 8,
      memory: 512,
      faultsPerGpuMonth: 0.125,
      failedStarts: 3,
    });
    const price = { mode: 'SPOT', price: '1.58', unit: 'HOUR' };
    const sku = { status: 'active', condition: { ready: true }, availability: [], translations: {} };
    expect(statement('listSkus', 'zh').inWords?.({ ...sku, pricing: [price] })).toMatchObject({
      status: '正常',
      pricing: '竞价 1.58 元/小时',
    });
  });

  it.each(Object.keys(statements))('of %s has a word for each value of its list', (list) => {
    const item = itemOf(list);
    for (const { key, values, isTime, read } of statements[list]!.columns) {
      if (read) continue;
      const schema: unknown = item.shape[key];
      const present = schema instanceof z.ZodNullable ? schema.unwrap() : schema;
      if (present instanceof z.ZodEnum)
        expect([key, Object.keys(values ?? {})]).toEqual([key, expect.arrayContaining(present.options)]);
      expect([key, present instanceof z.ZodISODateTime]).toEqual([key, isTime ?? false]);
    }
    for (const language of languages) {
      const headers = headersOf(statement(list, language));
      expect(new Set(headers).size).toBe(headers.length);
    }
  });
});
