import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { manifest, manifestsFolder } from './definition.ts';
import { customResources } from './resources.ts';

describe('the manifests in the chart', () => {
  it('cover exactly our kinds', () => {
    const files = customResources.map(({ definition }) => `${definition.plural}.yaml`);
    expect(readdirSync(manifestsFolder).sort()).toEqual(files.sort());
  });

  it.each(customResources.map((resource) => [resource.definition.kind, resource] as const))(
    'match the schema of %s; otherwise run npm run generate',
    (_, resource) => {
      expect(readFileSync(join(manifestsFolder, `${resource.definition.plural}.yaml`), 'utf8')).toBe(
        manifest(resource),
      );
    },
  );

  it('show in kubectl get whether an object of each kind is ready, and the reason', () => {
    const columns = customResources.map(({ columns }) =>
      columns.filter(([, , , , width]) => width === undefined).map(([name]) => name),
    );
    for (const names of columns) expect(names).toEqual(expect.arrayContaining(['Ready', 'Reason']));
  });
});
