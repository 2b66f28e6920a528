/** Writes the manifest of every kind to crds/manifests. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifest } from '../generator/definition.ts';
import { customResources } from '../generator/resources.ts';

const folder = join(import.meta.dirname, '../../manifests');

mkdirSync(folder, { recursive: true });
for (const resource of customResources) {
  writeFileSync(join(folder, `${resource.definition.plural}.yaml`), manifest(resource));
}
