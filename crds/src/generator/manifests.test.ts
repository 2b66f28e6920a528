import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { manifest, manifestsFolder } from './definition.ts';
import { customResources } from './resources.ts';

describe('the manifests in the chart', () => {
  it('are those of our kinds, no more and no fewer', () => {
    const files = customResources.map(({ definition }) => `${definition.plural}.yaml`);
    expect(readdirSync(manifestsFolder).sort()).toEqual(files.sort());
  });

  it.each(customResources.map((resource) => [resource.definition.kind, resource] as const))(
    'say of %s what the schema says; npm run generate writes them anew',
    (_, resource) => {
      expect(readFileSync(join(manifestsFolder, `${resource.definition.plural}.yaml`), 'utf8')).toBe(
        manifest(resource),
      );
    },
  );

  it('show by kubectl get whether an object of each kind is ready, and one word why not', () => {
    const columns = customResources.map(({ columns }) =>
      columns.filter(([, , , , width]) => width === undefined).map(([name]) => name),
    );
    for (const names of columns) expect(names).toEqual(expect.arrayContaining(['Ready', 'Reason']));
  });
});
