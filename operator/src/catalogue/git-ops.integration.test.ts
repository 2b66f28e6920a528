import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { API_VERSION, labels, workloads, type Workload } from '@gpulease/crds';
import { namespaces, nodes, type ApiObject } from '@gpulease/kube';
import { eventually } from '@gpulease/kube/testing';
import { readCatalogue, runKubectl } from '@gpulease/local/testing';
import { parseAllDocuments } from 'yaml';
import { catalogue as own } from '../testing/catalogue.ts';
import { Harness } from '../testing/harness.ts';
import { inUsePolicies } from '../testing/chart.ts';

const samples = join(import.meta.dirname, '../../../crds/samples');
const catalogueKinds = ['region', 'computenode', 'gpu', 'sku', 'vmimage', 'pricingpolicy'];
const kinds = [...catalogueKinds, 'tenant', 'workload'].map((kind) =>
  `${kind}s.gpulease.dev`.replace('ys.', 'ies.'),
);
/** Names of the harness's own objects. */
const ofHarness = own.map(({ metadata }) => metadata.name);
const notebook = { namespace: 'u-sample', name: 'notebook' };

interface Listed {
  items: (Omit<ApiObject, 'metadata'> & {
    metadata: Omit<ApiObject['metadata'], 'managedFields'> & {
      managedFields?: { manager: string; fieldsV1: Record<string, unknown> }[];
    };
  })[];
}

describe('the samples, applied as GitOps tools do', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    await harness.controlPlane.kubectl(['apply', '--server-side', '--filename=-'], inUsePolicies());
    for (const host of readCatalogue(samples).hosts as (ApiObject & { status: object })[]) {
      const { status, ...node } = host;
      await harness.cluster.resource(nodes).create(node);
      await harness.cluster.resource(nodes).mergePatch(node.metadata, { status }, { subresource: 'status' });
    }
    harness.startOperator();
  });
  afterAll(() => harness.stop());

  const kubectl = (...args: string[]): Promise<string> => harness.controlPlane.kubectl(args);
  const listed = async (...args: string[]): Promise<Listed['items']> =>
    (JSON.parse(await kubectl('get', ...args, '--output=json', '--show-managed-fields')) as Listed).items;

  async function everything(): Promise<Listed['items']> {
    const objects = await listed(kinds.join(), '--all-namespaces');
    return objects.filter(({ metadata }) => !ofHarness.includes(metadata.name));
  }

  /** Funds the sample's workload in place of billing and waits for Ready with kubectl. */
  async function untilReady(): Promise<void> {
    const workload = await eventually(() => harness.cluster.resource(workloads).get(notebook));
    await harness.accept(workload);
    await kubectl(
      'wait',
      '--for=condition=Ready',
      kinds.join(),
      '--all',
      '--all-namespaces',
      '--timeout=240s',
    );
  }

  /** Retries until everything is accepted, as GitOps tools do: a tenant's namespace appears shortly after the tenant. */
  async function applyUntilTaken(...args: string[]): Promise<void> {
    await eventually(() => kubectl('apply', ...args));
  }

  /** Settles the destroyed workload in place of billing. */
  async function settle(): Promise<void> {
    const client = harness.cluster.resource(workloads);
    await eventually(async () => {
      const workload = await client.find(notebook);
      expect(workload?.status?.phase ?? 'Destroyed').toBe('Destroyed');
      if (workload !== undefined) await client.mergePatch(notebook, { metadata: { finalizers: null } });
    });
  }

  /** Waits until every status counts the workload; the operator writes nothing after that. */
  async function untilCounted(): Promise<void> {
    const counts = [
      ['tenant/sample', { used: { workloads: 1, gpus: 1 } }],
      ['region/cn-north-1', { workloads: 1, gpus: { allocated: 1 } }],
      ['computenode/gpu-4090-01', { workloads: 1 }],
      ['gpu/rtx-4090', { allocated: 1 }],
      ['sku/rtx-4090-1', { workloads: 1, available: 7 }],
      ['sku/rtx-4090-4', { available: 1 }],
      ['vmimage/pytorch-2.9', { workloads: 1 }],
      ['pricingpolicy/rtx-4090-1-hour', { workloads: 1 }],
    ] as const;
    const objects = counts.map(([object]) => object);
    await eventually(async () => {
      const { items } = JSON.parse(await kubectl('get', ...objects, '--output=json')) as Listed;
      expect(items).toMatchObject(counts.map(([, status]) => ({ status })));
    });
  }

  it('become Ready and cover every kind (SPEC-10.24, SPEC-10.35)', async () => {
    for (const folder of [samples, join(samples, 'workload')]) {
      await applyUntilTaken('--server-side', `--kustomize=${folder}`);
    }
    await untilReady();
    const present = new Set((await everything()).map(({ kind }) => kind));
    expect(present.size).toBe(kinds.length);
  });

  it.each([['--server-side'], ['--server-side=false']])(
    'change nothing when applied again %s',
    async (how) => {
      for (const folder of [samples, join(samples, 'workload')]) {
        await kubectl('apply', how, `--kustomize=${folder}`);
      }
      await untilCounted();
      const before = versionsOf(await everything());
      for (const folder of [samples, join(samples, 'workload')]) {
        await kubectl('apply', how, `--kustomize=${folder}`);
      }
      expect(versionsOf(await everything())).toEqual(before);
      expect(new Set(Object.values(before).map(([generation]) => generation))).toEqual(new Set([1]));
    },
  );

  it('keep their spec: the operator writes only status and finalizers', async () => {
    for (const { kind, metadata } of await everything()) {
      const own = metadata.managedFields?.filter(({ manager }) => !manager.startsWith('kubectl')) ?? [];
      const fields = own.flatMap(({ fieldsV1 }) => Object.keys(fieldsV1));
      expect([kind, metadata.name, fields.filter((field) => field === 'f:spec')]).toEqual([
        kind,
        metadata.name,
        [],
      ]);
    }
  });

  it('leave nothing behind when deleted: the workload, then its tenant, then the catalogue at once', async () => {
    const refused = await runKubectl(['delete', 'tenant', 'sample', '--wait=false'], harness.controlPlane);
    expect(refused.stderr).toContain('Tenant in use cannot be deleted: 1 workload belongs to it.');
    const [deleted] = await Promise.all([
      kubectl('delete', `--filename=${join(samples, 'workload/workload.yaml')}`, '--timeout=170s'),
      settle(),
    ]);
    expect(deleted).toContain('deleted');
    await eventually(() =>
      kubectl('delete', `--filename=${join(samples, 'workload/tenant.yaml')}`, '--timeout=170s'),
    );
    await kubectl('delete', `--kustomize=${samples}`, '--timeout=170s');
    expect(await everything()).toEqual([]);
    await eventually(async () => {
      expect(await harness.cluster.resource(namespaces).find({ name: 'u-sample' })).toBeUndefined();
      const images = await listed('datavolumes,datasources', '--namespace=gpulease-images');
      expect(images.map(({ metadata }) => metadata.labels?.[labels.image])).toEqual(['ubuntu', 'ubuntu']);
    });
  });

  it.each([
    ['reversed', (objects: object[]) => objects.reverse()],
    ['shuffled', shuffled],
  ])('reach the same state when %s', async (_, order) => {
    const objects = order([...(await built(samples)), ...(await built(join(samples, 'workload')))]);
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
    await eventually(() => harness.controlPlane.kubectl(['apply', '--server-side', '--filename=-'], list));
    await untilReady();
    await Promise.all([
      kubectl('delete', 'workloads.gpulease.dev', '--all', '--namespace=u-sample'),
      settle(),
    ]);
    await eventually(() => kubectl('delete', 'tenant', 'sample', '--timeout=170s'));
    await kubectl('delete', `--kustomize=${samples}`, '--timeout=170s');
    expect(await everything()).toEqual([]);
    await eventually(async () =>
      expect(await harness.cluster.resource(namespaces).find({ name: 'u-sample' })).toBeUndefined(),
    );
  });

  it('are deleted with their definitions while the operator runs', async () => {
    await applyUntilTaken('--server-side', `--kustomize=${samples}`);
    await applyUntilTaken('--server-side', `--kustomize=${join(samples, 'workload')}`);
    await untilReady();
    // Kubernetes deletes five definitions at a time, so those that block others come first.
    const definitions = kinds.toReversed().map((kind) => `crd/${kind}`);
    await Promise.all([kubectl('delete', ...definitions, '--timeout=240s'), settleUntilGone()]);
    await eventually(async () => {
      const left = await listed('namespaces', `--selector=${labels.tenant}`);
      expect(left.map(({ metadata }) => metadata.name)).toEqual([]);
    });
  });

  async function settleUntilGone(): Promise<void> {
    await eventually(async () => {
      const { stdout } = await runKubectl(
        ['get', kinds[7] ?? '', '--all-namespaces', '--output=json'],
        harness.controlPlane,
      );
      if (stdout === '') return;
      for (const { metadata, status } of (JSON.parse(stdout) as { items: Workload[] }).items) {
        if (status?.phase !== 'Destroyed') continue;
        await harness.cluster.resource(workloads).mergePatch(metadata, { metadata: { finalizers: null } });
      }
      throw new Error('The kind is still there');
    });
  }

  async function built(folder: string): Promise<object[]> {
    const text = await kubectl('kustomize', folder);
    return parseAllDocuments(text).map((document) => document.toJS() as object);
  }
});

function versionsOf(
  objects: Listed['items'],
): Record<string, [generation: number | undefined, version: string | undefined]> {
  return Object.fromEntries(
    objects.map(({ kind, metadata }) => [
      `${API_VERSION} ${kind} ${metadata.name}`,
      [metadata.generation, metadata.resourceVersion],
    ]),
  );
}

function shuffled(objects: object[]): object[] {
  return objects
    .map((object) => ({ object, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ object }) => object);
}
