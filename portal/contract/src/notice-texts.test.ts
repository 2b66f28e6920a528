import { expect, it } from '@jest/globals';
import { noticePath, noticeText } from './notice-texts.ts';

const told = {
  kind: 'BACK_IN_STOCK',
  workload: null,
  apiToken: null,
  until: null,
  perHour: null,
  amount: null,
  why: null,
} as const;
const plain = { time: (at: string) => at, price: (yuan: string) => `¥${yuan}` };
const names = { sku: 's', region: 'r', regionName: '华东一区（上海）' };

it.each([
  ['通用型 16 核', '华东一区（上海）的通用型 16 核有货了'],
  ['A100 80GB × 1', '华东一区（上海）的 A100 80GB × 1 有货了'],
])('puts spaces beside Latin letters but not between Chinese ones: %s', (skuName, title) => {
  expect(noticeText({ ...told, offer: { ...names, skuName } }, 'zh', plain).title).toBe(title);
});

it('puts no space after a full-width bracket', () => {
  const machine = {
    kind: 'MAINTENANCE',
    workload: 'box',
    apiToken: null,
    until: '2026-11-22',
    offer: null,
    perHour: null,
    amount: null,
    why: null,
  } as const;
  const { text } = noticeText(machine, 'zh', { ...plain, time: () => '2026/11/22 14:30（北京时间）' });
  expect(text).toContain('将于 2026/11/22 14:30（北京时间）停止');
});

it.each([
  ['zh', '请刷新页面后查看。'],
  ['en', 'Reload the page to read it.'],
] as const)('asks in %s to reload an open page that is older than the notice', (language, text) => {
  const tomorrow = { ...told, kind: 'OF_TOMORROW' as 'MAINTENANCE', workload: 'box', offer: null };
  expect(noticeText(tomorrow, language, plain).text).toBe(text);
});

it.each([
  ['zh', '更换 5 号 GPU。', '维护原因：更换 5 号 GPU。实例将于'],
  ['en', 'A new fan', 'Reason: A new fan. The machine will be stopped on'],
] as const)('gives the reason for maintenance in %s', (language, why, start) => {
  const machine = { ...told, kind: 'MAINTENANCE', workload: 'box', offer: null, why } as const;
  const { text } = noticeText({ ...machine, until: '2026-11-22' }, language, plain);
  expect(text.startsWith(start)).toBe(true);
  expect(noticeText(machine, language, plain).text).toContain(start.split('。')[0]?.split('. ')[0]);
});

it.each([
  ['zh', 'GPU_REPORT_CONFIRMED', '停止实例后重新启动，可能分配到其他 GPU。客服回复：请停止后重新启动。'],
  ['zh', 'GPU_REPORT_REPAIRED', '客服回复：请停止后重新启动。'],
  ['zh', 'GPU_REPORT_DISMISSED', '如仍有问题，可再次上报，或联系客服。客服回复：请停止后重新启动。'],
  ['en', 'GPU_REPORT_REPAIRED', 'Our answer: 请停止后重新启动。'],
] as const)('quotes in %s the answer to a report: %s', (language, kind, text) => {
  const answered = { ...told, kind, workload: 'box', offer: null, why: '请停止后重新启动。' } as const;
  expect(noticeText(answered, language, plain).text).toContain(text);
  expect(noticePath(answered)).toBe('/workloads/box');
});

it('says that a check confirmed a report, without an operator’s reply', () => {
  const proven = { ...told, kind: 'GPU_REPORT_PROVEN', workload: 'box', offer: null } as const;
  expect(noticeText(proven, 'zh', plain).title).toBe('实例 box 的 GPU 故障已由检测证实');
  expect(noticeText(proven, 'en', plain).title).toBe('A check confirmed the GPU problem with box');
  expect(noticePath(proven)).toBe('/workloads/box');
});

it.each([
  ['zh', 'SPENDING_HOUR', '按量付费和竞价实例每小时合计 ¥3.16，您设置的限额为 ¥2.00。'],
  ['en', 'SPENDING_HOUR', 'cost ¥3.16 an hour in total; your limit is ¥2.00.'],
  ['zh', 'NOT_STARTED_AT_LIMIT', '按量付费和竞价实例每小时合计 ¥3.16，您设置的限额为 ¥2.00。'],
  ['en', 'NOT_STARTED_AT_LIMIT', 'would cost ¥3.16 an hour in total; your limit is ¥2.00.'],
  ['zh', 'STOPPED_AT_LIMIT', '每小时费用的限额为 ¥2.00，先启动的实例优先保留。'],
  ['en', 'STOPPED_AT_LIMIT', 'it exceeded your limit of ¥2.00 an hour'],
] as const)('states in %s the hourly limit: %s', (language, kind, text) => {
  const limited = { ...told, kind, workload: 'box', offer: null, perHour: '3.16', amount: '2.00' } as const;
  expect(noticeText(limited, language, plain).text).toContain(text);
});

it('links from the hourly limit to the page that changes it', () => {
  expect(noticePath({ ...told, kind: 'SPENDING_HOUR', workload: null, offer: null })).toBe(
    '/profile#spending-limits',
  );
});

it.each([
  ['zh', '从您上报到故障确认期间的费用 ¥52.10 已退回余额。'],
  [
    'en',
    'The machine’s cost from your report until the fault was confirmed, ¥52.10, is back in your balance.',
  ],
] as const)('states in %s the amount credited for a broken GPU', (language, text) => {
  const credited = { ...told, kind: 'GPU_CREDITED', workload: 'box', offer: null, amount: '52.10' } as const;
  expect(noticeText(credited, language, plain).text).toBe(text);
  expect(noticePath(credited)).toBe('/billing');
});

it('names a new API token and links to the page that deletes it', () => {
  const told = {
    kind: 'API_TOKEN_CREATED',
    workload: null,
    until: null,
    offer: null,
    perHour: null,
    amount: null,
    why: null,
  } as const;
  const { title } = noticeText({ ...told, apiToken: 'backup' }, 'zh', plain);
  expect([title, noticePath(told)]).toEqual(['您的账号新增了 API 令牌 backup', '/profile?tab=api-tokens']);
});

it.each([
  ['zh', '4.20', '实例已开始运行，每小时费用为 ¥4.20，停止后不再计费。如不需要，请停止实例。'],
  [
    'en',
    '4.20',
    'The machine is running and costs ¥4.20 per hour until it is stopped. Stop it if you don’t need it.',
  ],
  ['zh', null, '实例已开始运行，费用已包含在包周期内，不再另行收费。'],
  ['en', null, 'The machine is running. Its reserved term is paid, so nothing more is charged.'],
] as const)('states in %s the cost of a started machine: %s', (language, perHour, text) => {
  const machine = { ...told, kind: 'MACHINE_STARTED', workload: 'box', offer: null, perHour } as const;
  expect(noticeText(machine, language, plain).text).toBe(text);
  expect(noticePath(machine)).toBe('/workloads/box');
});
