/** The reference is that of this commit, and answers who comes with a name. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { errorReasonNames, errorCodes } from '../../portal/contract/src/errors.ts';
import { errorHints } from './error-hints.ts';
import { pages } from './pages.ts';
import { root } from './root.ts';
import { listTitles } from './titles.ts';

const written = pages();
const docs = join(root, 'docs');
const pageOf = (path: string): string => written[path] ?? '';

/** The part of a page below the heading. */
function entry(path: string, heading: string): string {
  const text = pageOf(path);
  const start = text.search(new RegExp(`^#+ ${heading}$`, 'm'));
  return start < 0 ? '' : (text.slice(start).split(/\n(?=#+ )/)[0] ?? '');
}

it('has these pages, no more and no fewer', () => {
  const files = globSync('{zh/,}reference/*.md', { cwd: docs });
  expect(files.toSorted()).toEqual(Object.keys(written).toSorted());
});

it.each(Object.keys(written))('%s is what the code says; npm run generate writes it anew', (path) => {
  expect(readFileSync(join(docs, path), 'utf8')).toBe(pageOf(path));
});

describe('who looks for', () => {
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
      'what a Chinese runbook advises',
      'zh/reference/reasons.md',
      'StuckTerminating',
      /处理方法：.*kubelet.*（\[实例卡在某个阶段\]\(\.\.\/runbooks\/machine-stuck\.md\)）/,
    ],
    ['a condition', 'reference/reasons.md', 'Conditions', /`Funded` \| Workload \|/],
    ['an error', 'reference/errors.md', 'CONFIG_ERROR', /500\n.*中文：.*\n- For operators/],
    ['an error in Chinese', 'zh/reference/errors.md', 'SOLD_OUT', /售罄[^]*状态码：409/],
    ['a metric', 'reference/metrics.md', 'gpulease_workloads', /gauge, by operator\n- labels: .*`reason`/],
    ['an alert', 'reference/alerts.md', 'GPULeaseJobsStuck', /critical, after 5m[^]*runbook[^]*```/],
    ['a field', 'reference/kinds.md', 'Spec of Workload', /`spec.powerState` \|.*`Running`, `Stopped`/],
    ['a value', 'reference/values.md', 'logLevel', /"info".*`debug`/],
    ['a variable', 'reference/settings.md', 'billing', /`DATABASE_URL` \|.*\*required\*/],
    ['an operation', 'reference/api.md', 'workloads', /`POST \/workloads` \| a customer.* \| write \|/],
  ])('%s finds it', (_, path, heading, found) => {
    expect(entry(path, heading)).toMatch(found);
  });
});

it('says of every reason what it means, in both languages', () => {
  for (const path of ['reference/reasons.md', 'zh/reference/reasons.md']) {
    const entries = pageOf(path).split(/^### /m).slice(1);
    expect(entries.length).toBeGreaterThan(150);
    expect(entries.filter((text) => !/^\w+\n\n\S/.test(text))).toEqual([]);
  }
});

it('says in Chinese what each list of reasons is', () => {
  const headings = [...pageOf('zh/reference/reasons.md').matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  expect(headings).toEqual(expect.arrayContaining(Object.values(listTitles)));
  expect(headings).toHaveLength(Object.keys(listTitles).length);
});

it('tells operators what to do about errors that send people to them', () => {
  const text = (name: string): string => entry('reference/errors.md', name);
  const sent = [...errorCodes, ...errorReasonNames].filter((name) =>
    /contact support|administrator/i.test(text(name)),
  );
  expect(sent.length).toBeGreaterThan(5);
  expect(sent.filter((name) => !(name in errorHints))).toEqual([]);
});
