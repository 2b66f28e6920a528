import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { fakeNode, type DeclaredGpu, type DeclaredNode } from './fake-nodes.ts';

interface SampleObject {
  kind: string;
}

/** Kinds of the samples that everybody shares. Tenants and workloads are people's, and made through the portal. */
const catalogueKinds = new Set(['Region', 'ComputeNode', 'GPU', 'SKU', 'VMImage', 'PricingPolicy']);

/** What the demo rents out, and the simulated hosts it runs on. */
export interface Catalogue {
  objects: object[];
  hosts: object[];
}

/** Reads the catalogue out of folders of sample objects. */
export function readCatalogue(...folders: readonly string[]): Catalogue {
  const objects = folders.flatMap(readObjects).filter(({ kind }) => catalogueKinds.has(kind));
  const gpus = objects.filter(({ kind }) => kind === 'GPU') as (SampleObject & DeclaredGpu)[];
  const nodes = objects.filter(({ kind }) => kind === 'ComputeNode') as (SampleObject & DeclaredNode)[];
  return { objects, hosts: nodes.map((node) => fakeNode(node, gpus)) };
}

function readObjects(folder: string): SampleObject[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .flatMap((file) => parseAllDocuments(readFileSync(join(folder, file), 'utf8')))
    .map((document) => document.toJS() as SampleObject | null)
    .filter((object) => object !== null);
}
