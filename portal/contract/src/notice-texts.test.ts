import { expect, it } from '@jest/globals';
import { noticePath, noticeText } from './notice-texts.ts';

const told = { kind: 'BACK_IN_STOCK', workload: null, apiToken: null, until: null } as const;
const names = { sku: 's', region: 'r', regionName: '华东一区（上海）' };

it.each([
  ['通用型 16 核', '华东一区（上海）的通用型 16 核有货了'],
  ['A100 80GB × 1', '华东一区（上海）的 A100 80GB × 1 有货了'],
])('puts a space beside Latin letters, and none between Chinese ones: %s', (skuName, title) => {
  expect(noticeText({ ...told, offer: { ...names, skuName } }, 'zh', (at) => at).title).toBe(title);
});

it('puts no space after a full-width bracket', () => {
  const machine = {
    kind: 'MAINTENANCE',
    workload: 'box',
    apiToken: null,
    until: '2026-11-22',
    offer: null,
  } as const;
  const { text } = noticeText(machine, 'zh', () => '2026/11/22 14:30（北京时间）');
  expect(text).toContain('将于 2026/11/22 14:30（北京时间）停止');
});

it('names a new API token, and leads to where it can be deleted', () => {
  const told = { kind: 'API_TOKEN_CREATED', workload: null, until: null, offer: null } as const;
  const { title } = noticeText({ ...told, apiToken: 'backup' }, 'zh', (at) => at);
  expect([title, noticePath(told)]).toEqual(['您的账号新增了 API 令牌 backup', '/profile?tab=api-tokens']);
});
