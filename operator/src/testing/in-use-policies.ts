import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const rendered = join(import.meta.dirname, '../../../charts/rendered/local.yaml');

/** The chart's policies that keep what is in use from being deleted, as a manifest for kubectl. */
export function inUsePolicies(): string {
  const items = parseAllDocuments(readFileSync(rendered, 'utf8'))
    .map((document) => document.toJS() as { kind: string; metadata: { name: string } } | null)
    .filter((object) => object?.metadata.name.includes('-in-use-by-'));
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}
