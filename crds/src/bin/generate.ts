/** Writes the manifest of every kind into the chart. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifest, manifestsFolder } from '../generator/definition.ts';
import { customResources } from '../generator/resources.ts';

for (const resource of customResources) {
  writeFileSync(join(manifestsFolder, `${resource.definition.plural}.yaml`), manifest(resource));
}
