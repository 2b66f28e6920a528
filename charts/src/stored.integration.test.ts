import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startOwnControlPlane, type OwnControlPlane } from '@gpulease/local/testing';
import { chart, renderChart } from './helm.ts';
import { localManifest } from './local.ts';
import { describeWithHelm, parseManifests, type Manifest } from './testing/helm.ts';

const samples = join(import.meta.dirname, '../../crds/samples');

/** Building helm takes minutes on first use. */
const buildTime = 900_000;

describe('the API server stores unchanged', () => {
  let cluster: OwnControlPlane;
  beforeAll(async () => {
    cluster = await startOwnControlPlane({ kinds: true });
    await cluster.kubectl(['create', 'namespace', 'u-sample']);
  }, 300_000);
  afterAll(() => cluster.stop());

  /** Applies objects and compares the stored ones: a dropped or rewritten field would show up as a diff forever. */
  async function expectStored(manifests: Manifest[]): Promise<void> {
    const isNamespace = ({ kind }: Manifest) => kind === 'Namespace';
    const objects = manifests.toSorted((a, b) => Number(isNamespace(b)) - Number(isNamespace(a)));
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
    const args = ['apply', '--server-side', '--force-conflicts', '--output=json', '--filename=-'];
    const { items } = JSON.parse(await cluster.kubectl(args, list)) as { items: object[] };
    expect(items).toMatchObject(objects);
  }

  it('every field of our custom resource definitions', async () => {
    await expectStored(manifestsIn(join(chart, 'files/crds')));
  });

  it('every field of the samples', async () => {
    await expectStored(manifestsIn(samples));
  });

  it("every field of the local cluster's accounts, permissions and policies", async () => {
    await expectStored(parseManifests(readFileSync(localManifest, 'utf8')));
  });

  describeWithHelm('from the chart', () => {
    let manifests: Manifest[];
    beforeAll(async () => {
      manifests = parseManifests(await renderChart([]));
    }, buildTime);

    it('every field', () => expectStored(manifests));
  });
});

/** Returns all objects in a folder. */
function manifestsIn(folder: string): Manifest[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml') && !file.endsWith('kustomization.yaml'))
    .flatMap((file) => parseManifests(readFileSync(join(folder, file), 'utf8')));
}
