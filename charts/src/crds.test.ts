import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { chartCrds, crdManifests } from './crds.ts';

it('the chart brings the custom resource definitions as they are; npm run generate copies them', () => {
  expect(contents(chartCrds)).toEqual(contents(crdManifests));
});

function contents(folder: string): string[][] {
  return readdirSync(folder)
    .sort()
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')]);
}
