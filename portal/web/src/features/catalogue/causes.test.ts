import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueReasons } from '@gpulease/crds';
import { conditionParameters, type ConditionParameters } from '@gpulease/contract/common';
import { expect, it } from '@jest/globals';
import { catalogueCausesInChinese } from './causes-in-chinese.ts';
import { catalogueCause } from './causes.ts';

const format = { dateTime: (at: string) => at.slice(0, 16) };
const inChinese = { language: 'zh', format } as const;

const reasons = Object.values<string>(catalogueReasons);

it.each(reasons)("%s is explained in Chinese, with the cluster's message as the detail", (reason) => {
  const { text, detail } = catalogueCause({ reason, message: 'In English.' }, inChinese);
  expect(text).toMatch(/\p{Script=Han}/u);
  expect(detail).toBe('In English.');
});

it('has no other Chinese texts', () => {
  expect(Object.keys(catalogueCausesInChinese).filter((reason) => !reasons.includes(reason))).toEqual([]);
});

it.each([
  ['Maintenance', 'The node is in maintenance.', 'The node is in maintenance.'],
  ['Maintenance', '', 'Maintenance'],
])('%s with “%s” reads “%s” in English', (reason, message, text) => {
  expect(catalogueCause({ reason, message }, { language: 'en', format })).toEqual({ text });
});

it("shows the cluster's message for unknown reasons", () => {
  expect(catalogueCause({ reason: 'SomethingNew', message: 'It is new.' }, inChinese)).toEqual({
    text: 'It is new.',
  });
});

it.each<[string, ConditionParameters, string]>([
  [
    'ReferenceMissing',
    { objects: [{ kind: 'PricingPolicy', name: 'p8' }, { kind: 'StorageClass' }], more: '2' },
    '定价策略 p8、默认 StorageClass（另有 2 项）不存在，请创建，或改为引用其他资源。',
  ],
  [
    'Tainted',
    { name: 'gpu=present:NoSchedule' },
    'Kubernetes 节点带有无法容忍的污点 gpu=present:NoSchedule。',
  ],
  [
    'Draining',
    { machines: '6', until: '2026-11-25T08:00:00Z' },
    '正在停止节点上的 6 台实例，最后一台将于 2026-11-25T08:00 停止。',
  ],
  ['Draining', { machines: '6' }, '正在停止节点上的 6 台实例。'],
])('%s fills its values into the Chinese text', (reason, parameters, text) => {
  expect(catalogueCause({ reason, message: 'In English.', parameters }, inChinese)).toEqual({ text });
});

it('uses only placeholders for which conditions have values', () => {
  const sentences = readFileSync(join(__dirname, 'causes.ts'), 'utf8').match(/(?<!\$)\{\w+\}/g) ?? [];
  const values = Object.keys(conditionParameters.shape).map((name) => `{${name}}`);
  expect(sentences).toContain('{objects}');
  expect(sentences.filter((name) => !values.includes(name))).toEqual([]);
});
