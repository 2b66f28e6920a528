import { expect, it } from '@jest/globals';
import { noticeText } from './notice-texts.ts';

const told = { kind: 'BACK_IN_STOCK', workload: null, until: null } as const;
const names = { sku: 's', region: 'r', regionName: '华东一区（上海）' };

it.each([
  ['通用型 16 核', '华东一区（上海）的通用型 16 核有货了'],
  ['A100 80GB × 1', '华东一区（上海）的 A100 80GB × 1 有货了'],
])('puts a space beside Latin letters, and none between Chinese ones: %s', (skuName, title) => {
  expect(noticeText({ ...told, offer: { ...names, skuName } }, 'zh', (at) => at).title).toBe(title);
});

it('puts no space after a full-width bracket', () => {
  const machine = { kind: 'MAINTENANCE', workload: 'box', until: '2026-11-22', offer: null } as const;
  const { text } = noticeText(machine, 'zh', () => '2026/11/22 14:30（北京时间）');
  expect(text).toContain('将于 2026/11/22 14:30（北京时间）停止');
});
