/** docs/runbooks has a page for each alert, and the metrics, settings, objects and log lines that pages name exist. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { catalogueReasons, fundedReasons, orderReasons, workloadReasons } from '@gpulease/crds';
import { parse } from 'yaml';
import { alerts } from './testing/alerts.ts';
import { exportedNames, namesIn } from './testing/metrics.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const all = (pattern: string): string => globSync(pattern, { cwd: root }).map(read).join('\n');

const pages = globSync('docs/runbooks/*.md', { cwd: root }).map((path) => ({
  page: basename(path, '.md'),
  text: read(path),
}));
const sources = all('{operator,kube,portal/bff}/src/**/*.ts');
const chart = all('charts/gpulease/{values.yaml,templates/**/*.{yaml,tpl}}') + read('docs/install.md');
const values = parse(read('charts/gpulease/values.yaml')) as object;
const reasons = new Set<string>(
  [workloadReasons, catalogueReasons, fundedReasons, orderReasons].flatMap((list) => Object.values(list)),
);

/** Returns the matches of a pattern's group in a text. */
const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, group = '']) => group);

it('each alert has a page, and each page an alert', () => {
  const named = pages.map(({ page }) => page).filter((page) => page.startsWith('GPULease'));
  expect(named.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
});

it('the first page lists every alert with its severity, and every other page', () => {
  const index = read('docs/runbooks/README.md');
  for (const { alert, severity } of alerts)
    expect(index).toMatch(new RegExp(String.raw`\| \[${alert}\]\(${alert}\.md\) +\| ${severity} `));
  const linked = found(index, /\(([\w-]+)\.md\)/g);
  const others = pages.map(({ page }) => page).filter((page) => page !== 'README');
  expect(linked.toSorted()).toEqual(others.toSorted());
});

it.each(pages.filter(({ page }) => page.startsWith('GPULease')))(
  '$page has the sections for meaning, impact, diagnosis, actions and end',
  ({ page, text }) => {
    expect(text).toMatch(new RegExp(`^# ${page}\n`));
    const headings = ['What it means', 'What customers notice', 'Look at', 'Do', 'Over when'];
    expect(found(text, /^## (.*)$/gm)).toEqual(headings);
  },
);

describe.each(pages)('$page names only existing', ({ text }) => {
  it('metrics', () => {
    const names = namesIn(text).filter((name) => !name.endsWith('_'));
    expect(names.filter((name) => !exportedNames.has(name))).toEqual([]);
  });

  it('objects and components of the chart', () => {
    const names = found(text, /(?<![\w./-])(gpulease-[a-z-]+)/g);
    expect(names.filter((name) => !chart.includes(name))).toEqual([]);
    const components = found(text, /app\.kubernetes\.io\/component=([\w-]+)/g);
    expect(components.filter((name) => !chart.includes(`"component" "${name}"`))).toEqual([]);
  });

  it('values of the chart', () => {
    const areas = Object.keys(values).join('|');
    const paths = found(text, new RegExp(String.raw`\`((?:${areas})\.[\w.]+)\``, 'g'));
    expect(paths.filter((path) => valueAt(path) === undefined)).toEqual([]);
  });

  it('settings', () => {
    const names = found(text, /\b(GPULEASE_[A-Z_]+)\b/g);
    expect(names.filter((name) => !sources.includes(name))).toEqual([]);
  });

  it('reasons', () => {
    const asked = found(text, /status\.reason=([A-Z][a-z]\w+)/g);
    const listed = found(text, /^\| ((?:`[A-Z]\w+`(?:, )?)+) +\|/gm).flatMap((cell) =>
      found(cell, /`(\w+)`/g),
    );
    const jobs = listed.filter((name) => !/^[A-Z_]+$/.test(name));
    expect([...asked, ...jobs].filter((reason) => !reasons.has(reason))).toEqual([]);
  });

  it('lines of logs', () => {
    const patterns = found(text, /kubectl logs [^\n]*\| grep (?:-[iE]+ )?'([^'"]+)'/g).flatMap((pattern) =>
      pattern.split('|'),
    );
    expect(patterns.filter((line) => !sources.includes(line))).toEqual([]);
  });
});

/** Returns the default value of a path such as `bff.ingress.className`. */
function valueAt(path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], values);
}
