import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const rendered = join(import.meta.dirname, '../../../charts/rendered/local.yaml');

interface ChartObject {
  kind: string;
  metadata: { name: string };
}

/** The chart's objects that `isWanted`, as a manifest for kubectl. */
function fromChart(isWanted: (object: ChartObject) => boolean): string {
  const items = parseAllDocuments(readFileSync(rendered, 'utf8'))
    .map((document) => document.toJS() as ChartObject | null)
    .filter((object) => object !== null && isWanted(object));
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}

/** The policies that keep what is in use from being deleted. */
export function inUsePolicies(): string {
  return fromChart(({ metadata }) => metadata.name.includes('-in-use-by-'));
}

/** The priority that machines have, without which none can be made. */
export function machinePriority(): string {
  return fromChart(({ kind }) => kind === 'PriorityClass');
}
