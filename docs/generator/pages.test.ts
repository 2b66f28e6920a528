/** The reference matches the code and has an entry for every name. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { errorReasonNames, errorCodes } from '../../portal/contract/src/errors.ts';
import { errorHints } from './error-hints.ts';
import { kindsInChinese } from './kinds-in-chinese/index.ts';
import { metricsInChinese } from './metrics-in-chinese.ts';
import { pages } from './pages.ts';
import { read, root } from './root.ts';
import { settingsInChinese } from './settings-in-chinese.ts';
import { conditionsInChinese, listTitles } from './titles.ts';
import { valuesInChinese } from './values-in-chinese.ts';
import { valueComments, valuePaths } from './values.ts';

const written = pages();
const docs = join(root, 'docs');
const pageOf = (path: string): string => written[path] ?? '';

/** Returns the section of a page under a heading. */
function entry(path: string, heading: string): string {
  const text = pageOf(path);
  const start = text.search(new RegExp(`^#+ ${heading}$`, 'm'));
  return start < 0 ? '' : (text.slice(start).split(/\n(?=#+ )/)[0] ?? '');
}

it('has exactly these pages', () => {
  const files = globSync('{zh/,}reference/*.md', { cwd: docs });
  expect(files.toSorted()).toEqual(Object.keys(written).toSorted());
});

it.each(Object.keys(written))('%s matches the code; npm run generate rewrites it', (path) => {
  expect(readFileSync(join(docs, path), 'utf8')).toBe(pageOf(path));
});

describe('the entry for', () => {
  it.each([
    [
      'a reason of machines',
      'reference/reasons.md',
      'NodeLost',
      /did not answer.*发生故障.*What to do.*taint/s,
    ],
    [
      'a reason of the catalogue',
      'reference/reasons.md',
      'NotPermitted',
      /What to do.*permittedHostDevices/s,
    ],
    ['a reason in Chinese', 'zh/reference/reasons.md', 'NotPermitted', /处理方法：.*permittedHostDevices/],
    [
      'a reason in a Chinese runbook',
      'zh/reference/reasons.md',
      'StuckTerminating',
      /处理方法：.*kubelet.*（\[实例卡在某个阶段\]\(\.\.\/runbooks\/machine-stuck\.md\)）/,
    ],
    ['a condition', 'reference/reasons.md', 'Conditions', /`Funded` \| Workload \|/],
    ['an error', 'reference/errors.md', 'CONFIG_ERROR', /500\n.*中文：.*\n- For operators/],
    ['an error in Chinese', 'zh/reference/errors.md', 'SOLD_OUT', /售罄[^]*状态码：409/],
    ['a metric', 'reference/metrics.md', 'gpulease_workloads', /gauge, by operator\n- Labels: .*`reason`/],
    [
      'a metric in Chinese',
      'zh/reference/metrics.md',
      'gpulease_workloads',
      /实例数.*\n\n- gauge，由控制器提供\n- 标签：.*`reason`/,
    ],
    ['an alert', 'reference/alerts.md', 'GPULeaseJobsStuck', /critical, after 5m[^]*runbook[^]*```/],
    [
      'an alert in Chinese',
      'zh/reference/alerts.md',
      'GPULeaseJobsStuck',
      /PostgreSQL，但五分钟[^]*级别：critical，持续 5m 后触发[^]*故障手册[^]*```/,
    ],
    ['a field', 'reference/kinds.md', 'Spec of Workload', /`spec.powerState` \|.*`Running`, `Stopped`/],
    [
      'a field in Chinese',
      'zh/reference/kinds.md',
      'Workload 的 spec',
      /`spec.skuQuantity` \| int32 \| `1` \| 1–\d+ \| 按此倍数.*`spec.image` \| string \| \*必填\* \| 最多 63 个字符 \|/s,
    ],
    [
      'a kind in Chinese',
      'zh/reference/kinds.md',
      '租户（Tenant）',
      /集群级\n- 在 kubectl 中：`tenants.gpulease.dev`、`tn`[^]*- 规则：名称必须是用户 id/,
    ],
    ['a value', 'reference/values.md', 'logLevel', /"info".*`debug`/],
    ['a value in Chinese', 'zh/reference/values.md', 'logLevel', /"info".*`debug`.*日志级别/],
    ['a variable', 'reference/settings.md', 'billing', /`DATABASE_URL` \|.*\*required\*/],
    ['a variable in Chinese', 'zh/reference/settings.md', '计费服务', /`DATABASE_URL` \|.*\*必填\* \|.*密钥/],
    ['an operation', 'reference/api.md', 'workloads', /`POST \/workloads` \| a customer.* \| write \|/],
    [
      'an operation in Chinese',
      'zh/reference/api.md',
      '实例（workloads）',
      /`GET \/workloads` \| 所属用户 \| 只读 \| 200 `Workload` 列表 \|[^]*`POST \/workloads` \| 用户.* \| 读写 \|/,
    ],
  ])('%s has the expected content', (_, path, heading, found) => {
    expect(entry(path, heading)).toMatch(found);
  });
});

it('explains every reason in both languages', () => {
  for (const path of ['reference/reasons.md', 'zh/reference/reasons.md']) {
    const entries = pageOf(path).split(/^### /m).slice(1);
    expect(entries.length).toBeGreaterThan(150);
    expect(entries.filter((text) => !/^\w+\n\n\S/.test(text))).toEqual([]);
  }
});

it('explains every value, or a map that contains it, in both languages', () => {
  const yaml = read('charts/gpulease/values.yaml');
  const comments = Object.keys(valueComments(yaml));
  const isExplained = (path: string): boolean =>
    comments.includes(path) || (path.includes('.') && isExplained(path.slice(0, path.lastIndexOf('.'))));
  expect(valuePaths(yaml).filter((path) => !isExplained(path))).toEqual([]);
  expect(Object.keys(valuesInChinese).toSorted()).toEqual(comments.toSorted());
});

it('explains every condition and every metric of the product in Chinese', () => {
  const pageHas = (path: string, pattern: RegExp) =>
    [...pageOf(path).matchAll(pattern)].map(([, name = '']) => name).toSorted();
  expect(Object.keys(conditionsInChinese).toSorted()).toEqual(
    pageHas('reference/reasons.md', /^\| `(\w+)` \|/gm),
  );
  expect(Object.keys(metricsInChinese).toSorted()).toEqual(
    pageHas('reference/metrics.md', /^## (\w+_\w+)$/gm),
  );
});

it('explains every alert and every variable in Chinese', () => {
  const alerts = pageOf('zh/reference/alerts.md').split(/^## /m).slice(1);
  expect(alerts.length).toBeGreaterThan(20);
  expect(alerts.filter((text) => !/^\w+\n\n[^-\s]/.test(text))).toEqual([]);
  const rows = pageOf('zh/reference/settings.md').match(/^\| `\w+` \|.*$/gm) ?? [];
  expect(rows.filter((row) => !/\p{Script=Han}[^|]* \|$/u.test(row))).toEqual([]);
  const named = rows.map((row) => /`(\w+)`/.exec(row)?.[1]);
  const unknown = Object.keys(settingsInChinese).filter((key) => !named.includes(key.split(' ').at(-1)));
  expect(unknown).toEqual([]);
});

it('has each sentence of the kinds in only one table', () => {
  const sentences = kindsInChinese.tables.flatMap((table) => Object.keys(table));
  expect(sentences).toEqual([...new Set(sentences)]);
});

it('has a Chinese title for each list of reasons', () => {
  const headings = [...pageOf('zh/reference/reasons.md').matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  expect(headings.toSorted()).toEqual(['状况', ...Object.values(listTitles)].toSorted());
});

it('explains to operators the errors that refer users to them', () => {
  const text = (name: string): string => entry('reference/errors.md', name);
  const sent = [...errorCodes, ...errorReasonNames].filter((name) =>
    /contact support|administrator/i.test(text(name)),
  );
  expect(sent.length).toBeGreaterThan(5);
  expect(sent.filter((name) => !(name in errorHints))).toEqual([]);
});
