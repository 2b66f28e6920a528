import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@gpulease/kube/testing';
import { installCrds, startOwnControlPlane, type OwnControlPlane } from '@gpulease/local/testing';
import { customResources } from './generator/resources.ts';
import type { ComputeNode, SKU } from './index.ts';
import { samples, samplesFolder } from './testing/samples.ts';

interface CrdList {
  items: { metadata: { name: string }; status: { conditions: { type: string; status: string }[] } }[];
}

describe('the custom resources on a real API server', () => {
  let cluster: OwnControlPlane;
  beforeAll(async () => {
    cluster = await startOwnControlPlane();
    await installCrds(cluster);
  }, 300_000);
  afterAll(() => cluster.stop());

  const apply = (folder: string) =>
    cluster.kubectl(['apply', '--server-side', '--validate=strict', `--kustomize=${folder}`]);

  it('are all established and have no faults in their schemas', async () => {
    const { items } = JSON.parse(await cluster.kubectl(['get', 'crd', '--output=json'])) as CrdList;
    expect(items.map(({ metadata }) => metadata.name).sort()).toEqual(
      customResources.map(({ definition: { plural, group } }) => `${plural}.${group}`).sort(),
    );
    for (const { metadata, status } of items) {
      const conditions = Object.fromEntries(
        status.conditions.map((condition) => [condition.type, condition.status]),
      );
      expect([metadata.name, conditions]).toEqual([
        metadata.name,
        { NamesAccepted: 'True', Established: 'True' },
      ]);
    }
  });

  it('accept the catalogue, and applying it again changes nothing (SPEC-10.23)', async () => {
    expect(await apply(samplesFolder)).toContain('serverside-applied');
    const before = await versions();
    await apply(samplesFolder);
    expect(await versions()).toEqual(before);
  });

  it('accept a tenant and a machine (SPEC-10.23)', async () => {
    await cluster.kubectl(['create', 'namespace', 'u-sample']);
    expect(await apply(`${samplesFolder}/workload`)).toContain(
      'workload.gpulease.dev/notebook serverside-applied',
    );
  });

  it.each([
    ['regions', ['STATE', 'NODES', 'GPUS FREE', 'GPUS TOTAL', 'PORTS FREE', 'READY', 'REASON']],
    [
      'computenodes',
      ['REGION', 'STATE', 'GPU MODEL', 'FREE GPUS', 'TOTAL GPUS', 'SKUS', 'READY', 'REASON'],
      ['PLANNED STOP', 'PLANNED END', 'FREE CPU', 'FREE MEMORY', 'WORKLOADS', 'FAILED STARTS', 'FAULTS'],
    ],
    ['gpus', ['VENDOR', 'MODEL', 'MEMORY', 'FREE', 'TOTAL', 'READY', 'REASON']],
    ['skus', ['CPU', 'MEMORY', 'GPU', 'GPUS', 'STATE', 'AVAILABLE', 'WORKLOADS', 'READY', 'REASON']],
    ['vmimages', ['OS', 'VERSION', 'ARCH', 'DRIVER', 'CUDA', 'STATE', 'READY', 'REASON', 'WORKLOADS']],
    ['pricingpolicies', ['MODE', 'PRICE', 'CURRENCY', 'UNIT', 'SKUS', 'READY', 'REASON']],
    [
      'tenants',
      ['USERNAME', 'NAMESPACE', 'STATE', 'WORKLOADS', 'GPUS USED', 'GPUS QUOTA', 'READY', 'REASON'],
      ['STORAGE USED', 'STORAGE QUOTA'],
    ],
    [
      'workloads',
      ['PHASE', 'REASON', 'SKU', 'GPUS', 'REGION', 'NODE', 'ADDRESS', 'SSH', 'READY'],
      ['USERNAME', 'IMAGE', 'PRICING', 'STOPS AT', 'STARTS AT', 'URL'],
    ],
  ])('show the columns of %s', async (plural, columns, wide: string[] = []) => {
    const args = ['get', `${plural}.gpulease.dev`, '--all-namespaces', '--output=wide'];
    const header = (await cluster.kubectl(args)).split('\n')[0]?.trim().split(/ {2,}/) ?? [];
    expect(header.filter((column) => column !== 'NAMESPACE' || plural === 'tenants')).toEqual([
      'NAME',
      ...columns,
      'AGE',
      ...wide,
    ]);
  });

  it('are listed by short name, category and field', async () => {
    expect(await cluster.kubectl(['get', 'rg,cn,img,pp,tn', '--output=name'])).toContain(
      'region.gpulease.dev/',
    );
    expect(await cluster.kubectl(['get', 'gpulease', '--output=name'])).toContain('gpu.gpulease.dev/l40s');
    const found = ['get', 'cn', '--field-selector=spec.region=cn-north-1', '--output=name'];
    expect((await cluster.kubectl(found)).trim().split('\n')).toEqual([
      'computenode.gpulease.dev/gpu-4090-01',
      'computenode.gpulease.dev/gpu-l40s-01',
    ]);
  });

  it('are filtered by the reason of their phase', async () => {
    const listed = (reason: string) =>
      cluster.kubectl(['get', 'workloads.gpulease.dev', '-A', `--field-selector=status.reason=${reason}`]);
    const status = { reason: 'NoCapacity', phase: 'Pending' };
    await cluster.kubectl([
      ...['patch', 'workloads.gpulease.dev', 'notebook', '--namespace=u-sample', '--subresource=status'],
      ...['--type=merge', `--patch=${JSON.stringify({ status })}`],
    ]);
    expect(await listed('NoCapacity')).toContain('notebook');
    expect(await listed('Running')).toBe('');
  });

  it('are documented in kubectl explain', async () => {
    const explain = ['explain', 'workloads.spec.rootDiskSize', '--api-version=gpulease.dev/v1alpha1'];
    // The API server publishes the schemas of new kinds a moment after it serves them.
    await eventually(async () => {
      const explained = await cluster.kubectl(explain);
      expect(explained.replace(/\s+/g, ' ')).toContain('Size of the root disk. Can only grow');
    });
  });

  it('reject an unknown field', async () => {
    const typo = JSON.stringify({ ...samples()[0], spec: { ...samples()[0]?.spec, regoin: 'cn-east-1' } });
    await expect(
      cluster.kubectl(['apply', '--server-side', '--validate=strict', '--filename=-'], typo),
    ).rejects.toThrow('regoin');
  });

  /** Returns the resourceVersion of each of our objects. */
  function versions(): Promise<string> {
    const template = '{range .items[*]}{.kind}/{.metadata.name} {.metadata.resourceVersion}{"\\n"}{end}';
    return cluster.kubectl(['get', 'gpulease', '--all-namespaces', `--output=jsonpath=${template}`]);
  }

  it('are restored from a backup as in docs/operating/backup-and-restore.md', async () => {
    const kinds = 'regions,computenodes,gpus,skus,vmimages,pricingpolicies,tenants';
    const names = async () => (await cluster.kubectl(['get', kinds, '--output=name'])).trim().split('\n');
    const before = await names();
    const backup = await cluster.kubectl(['get', kinds, '--output=yaml']);
    await cluster.kubectl(['delete', kinds, '--all']);
    await cluster.kubectl(['create', '--filename=-'], backup);
    expect(await names()).toEqual(before);
    expect(await cluster.kubectl(['get', kinds, '--output=yaml'])).not.toBe(backup);
  });
});

describe('the samples', () => {
  const ofKind = <T>(kind: string) => samples().filter((object) => object.kind === kind) as unknown as T[];
  const skus = ofKind<SKU>('SKU');
  const nodes = ofKind<ComputeNode>('ComputeNode');
  const names = (kind: string) => ofKind<SKU>(kind).map(({ metadata }) => metadata.name);

  it('offer two regions, four nodes, eight SKUs and six images', () => {
    const counts = ['Region', 'ComputeNode', 'SKU', 'VMImage'].map((kind) => names(kind).length);
    expect(counts).toEqual([2, 4, 8, 6]);
  });

  it.each([
    ['SKU', 'PricingPolicy', skus.flatMap(({ spec }) => spec.pricing)],
    ['SKU', 'GPU', skus.flatMap(({ spec }) => spec.gpu?.model ?? [])],
    ['ComputeNode', 'Region', nodes.map(({ spec }) => spec.region)],
    ['ComputeNode', 'SKU', nodes.flatMap(({ spec }) => spec.skus)],
    ['ComputeNode', 'GPU', nodes.flatMap(({ spec }) => spec.resources.gpus?.model ?? [])],
  ])('refer in each %s only to an existing %s', (_, kind, references) => {
    expect(references.filter((name) => !names(kind).includes(name))).toEqual([]);
  });
});
