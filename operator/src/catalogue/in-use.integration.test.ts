import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { computeNodes, pricingPolicies, regions, skus, tenants, vmImages, workloads } from '@gpulease/crds';
import type { ResourceDefinition, Workload, WorkloadSpec } from '@gpulease/crds';
import { findCondition, isConditionTrue, isForbidden, isNotFound, namespaces, nodes } from '@gpulease/kube';
import type { ResourceClient } from '@gpulease/kube';
import { eventually } from '@gpulease/kube/testing';
import { uniqueName } from '@gpulease/local/testing';
import type { CatalogueObject } from './status.ts';
import { catalogue, coreNode, coreNodeStatus } from '../testing/catalogue.ts';
import { Harness, NAMESPACE } from '../testing/harness.ts';
import { inUsePolicies } from '../testing/chart.ts';

/** Delays between creating a workload and deleting the object, in milliseconds: while the count in its status lags, and after. */
const DELAYS = [0, 0, 10, 30, 60, 100, 150, 250, 400, 700];

interface RacedKind {
  kind: string;
  definition: ResourceDefinition<CatalogueObject>;
  /** Name of the harness object to copy. */
  like: string;
  /** Returns the workload fields that refer to an object of that name. */
  refer: (name: string) => Partial<WorkloadSpec>;
  /** Whether such a workload is placed; the node refers only to other SKUs and regions. */
  runs: boolean;
}

const racedKinds = [
  { kind: 'VMImage', definition: vmImages, like: 'ubuntu', refer: (image) => ({ image }), runs: true },
  {
    kind: 'PricingPolicy',
    definition: pricingPolicies,
    like: 'hourly',
    refer: (policy) => ({ pricing: { policy } }),
    runs: true,
  },
  { kind: 'SKU', definition: skus, like: 'a100-1', refer: (sku) => ({ sku }), runs: false },
  { kind: 'Region', definition: regions, like: 'east', refer: (region) => ({ region }), runs: false },
] as RacedKind[];

const aSpec: WorkloadSpec = {
  type: 'VirtualMachine',
  sku: 'a100-1',
  skuQuantity: 1,
  image: 'ubuntu',
  rootDiskSize: '100Gi',
  region: 'east',
  pricing: { policy: 'hourly' },
  powerState: 'Running',
  resume: 'Manual',
};

describe('an object deleted just as a workload refers to it', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    await harness.controlPlane.kubectl(['apply', '--server-side', '--filename=-'], inUsePolicies());
    const quota = { quota: { gpus: 100, workloads: 100 } };
    await harness.cluster.resource(tenants).mergePatch({ name: 'mei' }, { spec: quota });
    harness.startOperator();
    await harness.destroy(await harness.running());
  });
  afterAll(() => harness.stop());

  /** Creates a copy of a harness object and waits until the operator has reconciled it. */
  async function another(
    client: ResourceClient<CatalogueObject>,
    { kind, like }: Pick<RacedKind, 'kind' | 'like'>,
  ): Promise<string> {
    const name = uniqueName('race');
    const model = catalogue.find((object) => object.kind === kind && object.metadata.name === like);
    await client.create({ metadata: { name }, spec: model?.spec } as never);
    const needsNodes = kind === 'Region';
    await eventually(async () => {
      const { status } = await client.get({ name });
      expect(isConditionTrue(status?.conditions, 'Ready') || needsNodes).toBe(true);
      expect(status?.conditions).toBeDefined();
    });
    return name;
  }

  /** Deletes the object and returns whether the API server allowed it. */
  async function remove(client: ResourceClient<CatalogueObject>, name: string): Promise<boolean> {
    try {
      await client.delete({ name });
      return true;
    } catch (error) {
      if (!isForbidden(error)) throw error;
      expect(String(error)).toContain('in use cannot be deleted: 1 workload');
      return false;
    }
  }

  /** Waits until the outcome is stable and returns it. */
  function ending({ definition, runs }: RacedKind, name: string, workload: Workload): Promise<string> {
    const client = harness.cluster.resource(definition);
    return eventually(async () => {
      const [object, { status = {} }] = await Promise.all([client.find({ name }), harness.get(workload)]);
      const { phase = '', reason } = status;
      if (object === undefined) {
        expect([status.placed, status.virtualMachine]).toEqual([undefined, undefined]);
        expect(['Failed ReferenceDeleted', 'Pending ReferenceMissing']).toContain(`${phase} ${reason ?? ''}`);
        return `gone, ${phase}`;
      }
      if (object.metadata.deletionTimestamp === undefined) {
        expect(phase).toBe(runs ? 'Running' : 'Pending');
        return `kept, ${phase}`;
      }
      expect(phase).toBe('Running');
      expect(findCondition(object.status?.conditions, 'Ready')?.reason).toBe('Deleting');
      return 'kept until the end, Running';
    });
  }

  /** Creates a workload with a single request. */
  function order(namespace: string, changes: Partial<WorkloadSpec>): Promise<Workload> {
    const metadata = { name: uniqueName('race'), namespace };
    return harness.cluster.resource(workloads).create({ metadata, spec: { ...aSpec, ...changes } });
  }

  async function race(raced: RacedKind, delayMs: number): Promise<string> {
    const client = harness.cluster.resource(raced.definition);
    const name = await another(client, raced);
    const [workload, isDeleted] = await Promise.all([
      order(NAMESPACE, raced.refer(name)).then((created) => harness.accept(created)),
      delay(delayMs).then(() => remove(client, name)),
    ]);
    const end = await ending(raced, name, workload);
    expect(isDeleted).toBe(!end.startsWith('kept, '));
    await harness.destroy(workload);
    if (!isDeleted) await eventually(() => client.delete({ name }));
    await eventually(async () => expect(await client.find({ name })).toBeUndefined());
    return end;
  }

  it.each(racedKinds)('a $kind survives, outlives the workload, or the workload fails', async (raced) => {
    const ends: string[] = [];
    // Four at a time: the node has room for no more.
    for (let at = 0; at < DELAYS.length; at += 4) {
      ends.push(...(await Promise.all(DELAYS.slice(at, at + 4).map((delayMs) => race(raced, delayMs)))));
    }
    expect(ends).toHaveLength(DELAYS.length);
  });

  it('a ComputeNode survives, outlives the workload, or the workload is not placed', async () => {
    const ends: string[] = [];
    for (let at = 0; at < DELAYS.length; at += 4) {
      ends.push(...(await Promise.all(DELAYS.slice(at, at + 4).map(raceNode))));
    }
    expect(ends).toHaveLength(DELAYS.length);
  });

  /** Deletes the only node that the workload may run on while it is being placed. */
  async function raceNode(delayMs: number): Promise<string> {
    const client = harness.cluster.resource(computeNodes) as unknown as ResourceClient<CatalogueObject>;
    const name = uniqueName('race');
    await addCoreNode(name);
    const model = catalogue.find(({ kind }) => kind === 'ComputeNode');
    await client.create({ metadata: { name }, spec: model?.spec } as never);
    await harness.controlPlane.kubectl(['wait', '--for=condition=Ready', `cn/${name}`, '--timeout=170s']);
    const [workload, isDeleted] = await Promise.all([
      order(NAMESPACE, { placement: { nodeName: name } }).then((created) => harness.accept(created)),
      delay(delayMs).then(() => remove(client, name)),
    ]);
    const end = await eventually(async () => {
      const [node, { status }] = await Promise.all([client.find({ name }), harness.get(workload)]);
      const isGone = node === undefined;
      expect([status?.phase, status?.placed?.node]).toEqual(
        isGone ? ['Pending', undefined] : ['Running', name],
      );
      expect(node?.metadata.deletionTimestamp === undefined && !isGone).toBe(!isDeleted);
      return `${isGone ? 'gone' : 'kept'}, ${status?.phase ?? ''}`;
    });
    await harness.destroy(workload);
    if (!isDeleted) await eventually(() => client.delete({ name }));
    await eventually(async () => expect(await client.find({ name })).toBeUndefined());
    return end;
  }

  async function addCoreNode(name: string): Promise<void> {
    const labels = { ...coreNode.metadata.labels, 'kubernetes.io/hostname': name };
    const metadata = { ...coreNode.metadata, name, labels };
    const client = harness.cluster.resource(nodes);
    await client.create({ metadata });
    await client.mergePatch({ name }, { status: coreNodeStatus }, { subresource: 'status' });
  }

  it('a Tenant survives, refuses the workload, or the workload fails or is deleted with its namespace', async () => {
    const ends = await Promise.all(DELAYS.map(raceTenant));
    expect(ends).toHaveLength(DELAYS.length);
  });

  it('an image deleted despite its use is retained for the machine that runs on it', async () => {
    await harness.controlPlane.kubectl(['delete', '--filename=-'], inUsePolicies());
    const client = harness.cluster.resource(vmImages);
    const name = await another(client, {
      kind: 'VMImage',
      like: 'ubuntu',
    });
    const workload = await harness.running({ image: name });
    await eventually(async () => {
      await client.delete({ name });
      const { metadata, status } = await client.get({ name });
      expect(metadata.deletionTimestamp).toBeDefined();
      expect(findCondition(status?.conditions, 'Ready')).toMatchObject({
        status: 'False',
        reason: 'Deleting',
      });
    });
    expect((await harness.get(workload)).status?.phase).toBe('Running');
    const late = await harness.create({ image: name });
    expect((await harness.until(late, 'Failed')).status?.message).toBe(
      `The image ${name} was deleted, so this order cannot be fulfilled.`,
    );
    expect((await client.get({ name })).status?.workloads).toBeDefined();
    await harness.destroy(workload);
    await eventually(async () => expect(await client.find({ name })).toBeUndefined());
    await harness.destroy(late);
  });

  async function raceTenant(delayMs: number): Promise<string> {
    const client = harness.cluster.resource(tenants) as unknown as ResourceClient<CatalogueObject>;
    const name = uniqueName('race');
    const namespace = `u-${name}`;
    await client.create({ metadata: { name }, spec: { username: name } } as never);
    await harness.controlPlane.kubectl(['wait', '--for=condition=Ready', `tenant/${name}`, '--timeout=170s']);
    const [workload, isDeleted] = await Promise.all([
      order(namespace, {}).catch(refusedByNamespace),
      delay(delayMs).then(() => remove(client, name)),
    ]);
    const end = workload === undefined ? 'refused' : await endInTenant(workload, isDeleted);
    if (!isDeleted) await eventually(() => client.delete({ name }));
    await eventually(async () => {
      expect(await client.find({ name })).toBeUndefined();
      expect(await harness.cluster.resource(namespaces).find({ name: namespace })).toBeUndefined();
    });
    return end;
  }

  /** Waits for the outcome and returns it; destroys and settles the workload if it still exists. */
  async function endInTenant(workload: Workload, isDeleted: boolean): Promise<string> {
    const client = harness.cluster.resource(workloads);
    const end = await eventually(async () => {
      const { status } = (await client.find(workload.metadata)) ?? {};
      const phases = isDeleted ? ['Failed', 'Destroyed', undefined] : ['Pending'];
      expect(phases).toContain(status?.phase);
      return `${isDeleted ? 'deleted' : 'kept'}, ${status?.phase ?? 'gone'}`;
    });
    await client.delete(workload.metadata).catch(refusedByNamespace);
    await eventually(async () => {
      const present = await client.find(workload.metadata);
      expect(present?.status?.phase ?? 'Destroyed').toBe('Destroyed');
      if (present !== undefined)
        await client.mergePatch(workload.metadata, { metadata: { finalizers: null } });
    });
    return end;
  }
});

function refusedByNamespace(error: unknown): undefined {
  if (!isForbidden(error) && !isNotFound(error)) throw error;
  return undefined;
}
