import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

/** An object in crds/samples. */
export interface SampleObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string>; finalizers?: string[] };
  spec: Record<string, unknown>;
}

export const samplesFolder = join(import.meta.dirname, '../../samples');

/** Returns all sample objects, including the tenant and workload. */
export function samples(): SampleObject[] {
  return readdirSync(samplesFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml') && !file.endsWith('kustomization.yaml'))
    .flatMap((file) => parseAllDocuments(readFileSync(join(samplesFolder, file), 'utf8')))
    .map((document) => document.toJS() as SampleObject);
}

/** Returns a fresh copy of the first sample of a kind. Throws if there is none. */
export function sample(kind: string): SampleObject {
  const found = samples().find((object) => object.kind === kind);
  if (!found) throw new Error(`crds/samples has no ${kind}`);
  return found;
}
