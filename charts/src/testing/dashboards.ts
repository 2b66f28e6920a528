import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { chart } from '../helm.ts';

interface Query {
  expr: string;
  legend?: string;
}

interface Dashboard {
  name: string;
  title: string;
  variables?: { name: string; query: string; regex: string }[];
  panels: { title: string; queries: Query[] }[];
}

const folder = join(chart, 'files/dashboards');

export const dashboards: readonly Dashboard[] = globSync('*.yaml', { cwd: folder })
  .toSorted()
  .map((file) => ({
    ...(parse(readFileSync(join(folder, file), 'utf8')) as Omit<Dashboard, 'name'>),
    name: basename(file, '.yaml'),
  }));
