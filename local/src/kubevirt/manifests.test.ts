import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { GPU } from '@gpulease/crds';
import { parseAllDocuments } from 'yaml';
import { readManifest } from './install.ts';

const samples = join(import.meta.dirname, '../../../crds/samples/gpus.yaml');

describe('the KubeVirt object', () => {
  it('permits every GPU of the demo catalogue', () => {
    const gpus = parseAllDocuments(readFileSync(samples, 'utf8')).map((document) => document.toJS() as GPU);
    const wanted = gpus.map(({ spec: { deviceName, pciVendorSelector } }) => ({
      resourceName: deviceName,
      pciVendorSelector,
      externalResourceProvider: true,
    }));
    expect(readManifest('permitted-devices')).toMatchObject({
      spec: { configuration: { permittedHostDevices: { pciHostDevices: expect.arrayContaining(wanted) } } },
    });
  });
});
