import type { CauseParameters } from '@gpulease/contract/workloads';
import { expect, it } from '@jest/globals';
import { causesInChinese } from './causes-in-chinese.ts';
import { causeFor } from './causes.ts';

it.each<[string, string, CauseParameters, string]>([
  ['why a node is maintained', 'MaintenanceNotice', { why: '更换 5 号 GPU' }, '原因：更换 5 号 GPU'],
  ['why a maintenance stopped it', 'Maintenance', { why: '$& 更换' }, '原因：$& 更换'],
  ['which port is taken', 'PortTaken', { port: '30022' }, 'SSH 端口 30022 已被占用'],
  ['why an idle machine was stopped', 'IdleStop', { percent: '5', minutes: '60' }, '低于 5% 已达 60 分钟'],
  [
    'how much is used of a quota',
    'StorageQuotaExceeded',
    { quota: '2 TiB', used: '1 TiB', wanted: '3 TiB' },
    '已用 1 TiB',
  ],
])('tells Chinese customers %s', (_, reason, parameters, expected) => {
  expect(causeFor('user', { reason, message: 'In English.', parameters }, 'zh')).toContain(expected);
});

it('names a missing object to operators only', () => {
  const cause = { reason: 'ReferenceMissing', message: '', parameters: { kind: 'region', name: 'east' } };
  expect(causeFor('admin', cause, 'zh')).toBe('地域 east 不存在，创建后实例自动启动。');
  expect(causeFor('user', cause, 'zh')).toBe(causesInChinese.ReferenceMissing);
});

it('uses the general text if a value is unknown', () => {
  const cause = { reason: 'PortOutOfRange', message: '', parameters: { port: '80' } };
  expect(causeFor('user', cause, 'zh')).toBe(causesInChinese.PortOutOfRange);
});
