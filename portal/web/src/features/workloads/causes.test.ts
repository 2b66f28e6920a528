import { fundedReasons, orderReasons, resumableHalts, workloadReasons } from '@gpulease/crds';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { causeParameters, type CauseParameters } from '@gpulease/contract/workloads';
import { expect, it } from '@jest/globals';
import { causesInChinese } from './causes-in-chinese.ts';
import { causeFor, causesForCustomers, causesForOperators, causeText, endingText } from './causes.ts';

const reasons = new Set([
  ...Object.values<string>({ ...workloadReasons, ...resumableHalts }),
  ...Object.values(fundedReasons),
  ...Object.values(orderReasons),
]);

it.each([...reasons])('%s has a Chinese text', (reason) => {
  expect(causeText(reason, 'In English.', 'zh')).toMatch(
    /^[^A-Za-z]*(?:(?:SSH|HTTP|CPU|GPU|Secret|userdata)[^A-Za-z]*)*$/,
  );
});

it('has no other Chinese texts', () => {
  expect(Object.keys(causesInChinese).filter((reason) => !reasons.has(reason))).toEqual([]);
});

it.each([...reasons])("%s uses the cluster's message in English", (reason) => {
  expect(causeText(reason, 'In English.', 'en')).toBe('In English.');
});

it.each(Object.keys(causesForCustomers))('%s names a node to operators only', (reason) => {
  expect(reasons).toContain(reason);
  const cause = { reason, message: 'No node in cn-east-1 has 1792Gi free for h100-8.' };
  expect(causeFor('user', cause, 'en')).not.toMatch(/cn-east-1/);
  expect(causeFor('admin', cause, 'en')).toBe(cause.message);
  expect(causeFor('user', cause, 'zh')).toBe(causeText(reason, '', 'zh'));
});

it.each(Object.keys(causesInChinese))('%s does not refer operators to support', (reason) => {
  expect(causeFor('admin', { reason, message: '' }, 'zh')).not.toContain('客服');
});

it.each(Object.keys(causesForOperators))('%s is a reason of the cluster', (reason) => {
  expect(reasons).toContain(reason);
});

it('shows the cluster’s message to customers if it suits them', () => {
  const cause = { reason: 'PortTaken', message: 'SSH port 30022 is taken; choose another.' };
  expect(causeFor('user', cause, 'en')).toBe(cause.message);
});

it('is never blank', () => {
  expect(causeText('SomethingNew', '', 'zh')).toBe('Something new');
  expect(causeText('SomethingNew', '', 'en')).toBe('Something new');
  expect(causeText('SomethingNew', 'It is new.', 'zh')).toBe('It is new.');
});

/** The reasons for the end of a run. */
const endings: readonly string[] = [
  workloadReasons.stopRequested,
  workloadReasons.idleStop,
  workloadReasons.restartRequested,
  workloadReasons.destroyRequested,
  workloadReasons.runwayEnded,
  fundedReasons.insufficientFunds,
  workloadReasons.waitingForSettlement,
  workloadReasons.termEnded,
  workloadReasons.guestPoweredOff,
  workloadReasons.maintenance,
  workloadReasons.spotInterrupted,
  workloadReasons.preempted,
  workloadReasons.frozen,
  workloadReasons.tenantSuspended,
  workloadReasons.machineEnded,
  workloadReasons.machineReplaced,
  workloadReasons.moving,
  workloadReasons.maintenanceMove,
  workloadReasons.crashLoop,
  workloadReasons.nodeLost,
  workloadReasons.diskLost,
  orderReasons.vanished,
];

it.each(endings)('a run that ended with %s has a short text without advice', (reason) => {
  expect(endingText(reason, 'zh')).toMatch(/^\p{Script=Han}{2,8}$/u);
  expect(endingText(reason, 'en')).not.toBe(causeText(reason, '', 'en'));
});

it('uses the text of the state for an end without a short text', () => {
  expect(endingText('ImportFailed', 'zh')).toBe(causeText('ImportFailed', '', 'zh'));
});

it.each([
  ['Moves', '在其他节点自动启动', 'restarts from its disk on other hardware'],
  ['DiskOnNode', '无法在其他节点启动', 'can’t start anywhere else'],
])('explains after a node loss whether the machine moves: %s', (move, zh, en) => {
  const lost = { reason: 'NodeLost', message: 'Node gpu-1 did not answer.', parameters: { move } };
  expect(causeFor('user', lost, 'zh')).toContain(zh);
  expect(causeFor('user', lost, 'en')).toContain(en);
  expect(causeFor('admin', lost, 'en')).toBe(lost.message);
});

it.each<[string, string, CauseParameters, string]>([
  ['why a node is maintained', 'MaintenanceNotice', { why: '更换 5 号 GPU' }, '原因：更换 5 号 GPU'],
  ['why maintenance stopped the machine', 'Maintenance', { why: '$& 更换' }, '原因：$& 更换'],
  ['which port is taken', 'PortTaken', { port: '30022' }, 'SSH 端口 30022 已被占用'],
  ['why an idle machine was stopped', 'IdleStop', { percent: '5', minutes: '60' }, '低于 5% 已达 60 分钟'],
  [
    'how much of a quota is used',
    'StorageQuotaExceeded',
    { quota: '2 TiB', used: '1 TiB', wanted: '3 TiB' },
    '已用 1 TiB',
  ],
])('shows Chinese customers %s', (_, reason, parameters, expected) => {
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

it('uses only placeholders for which causes have values', () => {
  const sentences = readFileSync(join(__dirname, 'causes.ts'), 'utf8').match(/(?<!\$)\{\w+\}/g) ?? [];
  const values = Object.keys(causeParameters.shape).map((name) => `{${name}}`);
  expect(sentences).toContain('{why}');
  expect(sentences.filter((name) => !values.includes(name))).toEqual([]);
});
