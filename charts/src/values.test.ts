/** The operator guide's table of the chart's values. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('The operator guide', () => {
  it('lists every value of the chart in its table', () => {
    const listed = listedIn(read('docs/operating/chart.md'));
    const isListed = (path: string): boolean =>
      listed.has(path) || (path.includes('.') && isListed(path.slice(0, path.lastIndexOf('.'))));

    expect(pathsOf(parse(read('charts/gpulease/values.yaml'))).filter((path) => !isListed(path))).toEqual([]);
  });
});

/** The paths of all values that are not objects, such as `bff.ingress.enabled`. */
function pathsOf(value: unknown, prefix = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [prefix];
  return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, prefix ? `${prefix}.${key}` : key));
}

/** The paths in the first column of the chart's table, where `.key` after a path stands for its sibling. */
function listedIn(page: string): Set<string> {
  const cells = [...page.matchAll(/^\| (`.*?) +\|/gm)].map(([, cell = '']) => cell);
  return new Set(cells.flatMap(pathsIn));
}

function pathsIn(cell: string): string[] {
  const names = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  const parent = names[0]?.slice(0, names[0].lastIndexOf('.')) ?? '';
  return names.map((name) => (name.startsWith('.') ? parent + name : name));
}
