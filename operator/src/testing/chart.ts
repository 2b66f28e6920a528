import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const rendered = join(import.meta.dirname, '../../../charts/rendered/local.yaml');

interface ChartObject {
  kind: string;
  metadata: { name: string };
}

/** Returns the chart's objects that match `isWanted`, as a manifest for kubectl. */
function fromChart(isWanted: (object: ChartObject) => boolean): string {
  const items = parseAllDocuments(readFileSync(rendered, 'utf8'))
    .map((document) => document.toJS() as ChartObject | null)
    .filter((object) => object !== null && isWanted(object));
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}

/** Returns the policies that protect objects in use from deletion. */
export function inUsePolicies(): string {
  return fromChart(({ metadata }) => metadata.name.includes('-in-use-by-'));
}

/** Returns the priority classes, without which no machine can be created. */
export function machinePriority(): string {
  return fromChart(({ kind }) => kind === 'PriorityClass');
}
