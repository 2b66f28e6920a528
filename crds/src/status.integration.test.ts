import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect, type ApiObject, type Cluster } from '@gpulease/kube';
import { startOwnControlPlane, type OwnControlPlane } from '@gpulease/local/testing';
import { customResources } from './generator/resources.ts';
import { toStructuralSchema } from './generator/structural-schema.ts';
import type { ResourceDefinition } from './object.ts';
import { sample } from './testing/samples.ts';

/** Values for the status parts of each kind that may become empty. */
const parts: Record<string, Record<string, object>> = {
  ComputeNode: { gpuCheck: { due: 'Fault' } },
  Tenant: { used: { gpus: 1, workloads: 2 }, free: { gpus: 7 } },
  VMImage: { import: { progress: '42%' } },
  Workload: { parameters: { why: 'A new fan.' }, billing: { orderId: 'order-1' } },
};

let controlPlane: OwnControlPlane;
let cluster: Cluster;
beforeAll(async () => {
  controlPlane = await startOwnControlPlane({ kinds: true });
  await controlPlane.kubectl(['create', 'namespace', 'u-sample']);
  cluster = connect({ kubeconfig: controlPlane.kubeconfig });
}, 300_000);
afterAll(async () => {
  await cluster.close();
  await controlPlane.stop();
});

describe('a part of a status that becomes empty', () => {
  it.each(Object.entries(parts))('is removed from the status of a %s', async (kind, full) => {
    const resource = customResources.find(({ definition }) => definition.kind === kind);
    const client = cluster.resource(
      resource?.definition as ResourceDefinition<ApiObject & { status?: object }>,
    );
    const { metadata } = await client.create(sample(kind));
    const write = (status: object) =>
      client.applyStatus({ metadata: ref(metadata), status }, { fieldManager: 'test' });

    expect((await write({ observedGeneration: 1, ...full })).status).toEqual({
      observedGeneration: 1,
      ...full,
    });
    const empty = Object.fromEntries(Object.keys(full).map((name) => [name, {}]));
    expect((await write({ observedGeneration: 1, ...empty })).status).toEqual({ observedGeneration: 1 });
    expect((await write({ observedGeneration: 1, ...full })).status).toEqual({
      observedGeneration: 1,
      ...full,
    });
  });

  it('is tested above for every such part', () => {
    const found = customResources.map(({ definition: { kind }, schema }) => {
      const status = toStructuralSchema(schema).properties?.status?.properties ?? {};
      const optional = Object.entries(status).filter(
        ([, { type, required }]) => type === 'object' && !required,
      );
      return [kind, optional.map(([name]) => name)] as const;
    });
    const tried = Object.entries(parts).map(([kind, full]) => [kind, Object.keys(full)]);
    expect(Object.fromEntries(found.filter(([, names]) => names.length > 0))).toEqual(
      Object.fromEntries(tried),
    );
  });
});

describe('a status from a newer version', () => {
  it.each(customResources.map(({ definition }) => [definition.kind, definition] as const))(
    'is stored whole by the definition of a %s, and its new fields go when an older version writes',
    async (kind, definition) => {
      const client = cluster.resource(definition as ResourceDefinition<ApiObject & { status?: object }>);
      const older = sample(kind);
      const named = { ...older, metadata: { ...older.metadata, name: `${older.metadata.name}-2` } };
      const { metadata } = await client.create(named);
      const write = (status: object) =>
        client.applyStatus({ metadata: ref(metadata), status }, { fieldManager: 'test' });

      const condition = { type: 'Ready', status: 'True', reason: 'Tomorrow', message: 'It is.' };
      const at = { lastTransitionTime: '2026-03-01T00:00:00Z', observedGeneration: 1 };
      const newer = {
        observedGeneration: 1,
        ofTomorrow: { deep: [{ value: '1' }] },
        conditions: [{ ...condition, ...at, ofTomorrow: 'yes', parameters: { ofTomorrow: 'yes' } }],
      };
      expect((await write(newer)).status).toEqual(newer);
      expect((await write({ observedGeneration: 1 })).status).toEqual({ observedGeneration: 1 });
    },
  );
});

function ref({ name, namespace }: ApiObject['metadata']) {
  return namespace === undefined ? { name } : { name, namespace };
}
