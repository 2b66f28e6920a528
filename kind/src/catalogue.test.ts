import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';

interface CatalogueObject {
  kind: string;
  metadata: { name: string };
  spec: { region?: string; skus?: string[]; pricing?: string[]; gpu?: object; resources?: { gpus?: object } };
}

const folder = join(import.meta.dirname, '../catalogue');
const objects = readdirSync(folder)
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) => parseAllDocuments(readFileSync(join(folder, file), 'utf8')))
  .map((document) => document.toJS() as CatalogueObject);
const ofKind = (kind: string) => objects.filter((object) => object.kind === kind);
const names = (kind: string) => ofKind(kind).map(({ metadata }) => metadata.name);

it.each([
  ['Region', ofKind('ComputeNode').map(({ spec }) => spec.region)],
  ['SKU', ofKind('ComputeNode').flatMap(({ spec }) => spec.skus)],
  ['PricingPolicy', ofKind('SKU').flatMap(({ spec }) => spec.pricing)],
])('the catalogue for kind contains every %s that it refers to', (kind, references) => {
  expect(references.length).toBeGreaterThan(0);
  expect(names(kind)).toEqual(expect.arrayContaining(references));
});

it('the catalogue for kind has no GPUs', () => {
  expect(names('GPU')).toEqual([]);
  expect(objects.filter(({ spec }) => spec.gpu ?? spec.resources?.gpus)).toEqual([]);
});

it('the catalogue for kind is complete in its kustomization', () => {
  const { resources } = parseAllDocuments(
    readFileSync(join(folder, 'kustomization.yaml'), 'utf8'),
  )[0]?.toJS() as { resources: string[] };
  expect([...resources, 'kustomization.yaml'].sort()).toEqual(readdirSync(folder).sort());
});
