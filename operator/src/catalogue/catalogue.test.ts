import { describe, expect, it } from '@jest/globals';
import type { GPU, RegionSpec, Workload } from '@gpulease/crds';
import type { StorageClass } from '@gpulease/kube';
import type { KubeVirt } from '@gpulease/kube/kubevirt';
import type { Allocation } from '@gpulease/placement/capacity';
import { assessGpu } from '../gpu/status.ts';
import { networkPoliciesEnforced } from '../cluster-network/network-policies-enforced.ts';
import { Placer } from '@gpulease/placement/placer';
import { sumOf, supplyChangesAt, supplyOn, type Supply } from '@gpulease/placement/node-supply';
import { gpuUsage } from '@gpulease/placement/node-usage';
import { classWords, missingClasses } from '../region/classes.ts';
import { assessRegion } from '../region/status.ts';
import { assessSku, levelOf } from '../sku/status.ts';
import { readyEvent } from './ready-event.ts';
import { catalogueStatus, type CommonStatus } from './status.ts';
import { isNeedy } from './object-counts.ts';

const NOW = new Date('2026-01-01T12:00:00Z');
const amounts = { cpu: 64_000, memory: 512, storage: 4096, gpus: 8, pods: 0 };
const HOUR = 3_600_000;
const none = { naming: 0, needing: 0 };
const networkPolicies = networkPoliciesEnforced(undefined);
const size = { cpu: 8000, memory: 64, storage: 100, gpus: 1, pods: 0 };

function aPlacer(): Placer {
  const placer = new Placer({
    wake: () => undefined,
    clock: { now: () => NOW },
    spotNoticeMs: 120_000,
    drainWindowMs: 0,
  });
  const node = {
    region: 'east',
    skus: ['a100-1'],
    architecture: 'amd64',
    gpuModel: 'a100',
    amounts,
    declared: amounts,
  };
  placer.setNode({ ...node, name: 'open' });
  placer.setNode({ ...node, name: 'closed', closed: 'is inactive' });
  return placer;
}

function hold(placer: Placer, node: string, gpus: number, changes: Partial<Allocation> = {}): void {
  const allocation = {
    workload: `w-${node}`,
    tenant: 'u-1',
    node,
    amounts: { ...size, gpus },
    spot: false,
    createdAt: 0,
    from: 0,
    ...changes,
  };
  placer.observe(allocation.workload, '1', allocation);
}

describe('usage', () => {
  it('does not count the GPUs of a closed node as free', () => {
    const placer = aPlacer();
    hold(placer, 'open', 3);
    expect(gpuUsage(placer, placer.nodesIn('east'))).toEqual({ total: 16, allocated: 3, free: 5 });
  });

  const supplyOf = (placer: Placer, wanted = size) =>
    sumOf(placer.nodesIn('east').map((node) => supplyOn(placer, node, wanted)));
  const rooms = ({ available, spot, bookable, later }: Supply) => ({
    ...{ available, spot: spot.available, bookable },
    later: later.map(({ from, ...room }) => ({ after: (from - NOW.getTime()) / HOUR, ...room })),
  });

  it('counts how many machines the scarcest resource allows', () => {
    const placer = aPlacer();
    expect(supplyOf(placer)).toMatchObject({ available: 8, spot: { available: 8 }, bookable: 8 });
    expect(supplyOf(placer, { ...size, memory: 200 })).toMatchObject({ available: 2, bookable: 2 });
    expect(supplyOf(placer, { ...size, cpu: 65_000 })).toMatchObject({ available: 0, bookable: 0 });
  });

  const soon = NOW.getTime() + 5 * 60_000;
  it.each<[string, held: Partial<Allocation>, expected: ReturnType<typeof rooms>]>([
    ['offers no capacity that others hold', {}, { available: 2, spot: 2, bookable: 2, later: [] }],
    [
      'offers capacity that Spot holds to on-demand orders only',
      { spot: true },
      { available: 8, spot: 2, bookable: 8, later: [] },
    ],
    [
      'offers capacity booked for later to Spot alone now, and to all after the booking',
      { from: NOW.getTime() + HOUR, until: NOW.getTime() + 2 * HOUR },
      { available: 2, spot: 8, bookable: 8, later: [{ after: 2, available: 8, largest: 8 }] },
    ],
    [
      'withholds capacity that is booked for soon',
      { from: soon, until: NOW.getTime() + HOUR },
      { available: 2, spot: 2, bookable: 8, later: [{ after: 1, available: 8, largest: 8 }] },
    ],
    [
      'offers capacity held for a limited time once that time ends',
      { until: NOW.getTime() + HOUR },
      { available: 2, spot: 2, bookable: 8, later: [{ after: 1, available: 8, largest: 8 }] },
    ],
  ])('%s', (_, held, expected) => {
    const placer = aPlacer();
    hold(placer, 'open', 6, held);
    expect(rooms(supplyOf(placer))).toEqual(expected);
  });

  it('counts how many machines fit on one node, now and later', () => {
    const placer = aPlacer();
    const [open] = placer.nodesIn('east').filter(({ closed }) => closed === undefined);
    placer.setNode({ ...open!, name: 'other' });
    hold(placer, 'open', 6, { until: NOW.getTime() + HOUR });
    hold(placer, 'other', 5, { until: NOW.getTime() + 2 * HOUR });
    const { available, largest, later } = supplyOf(placer);
    expect({ available, largest }).toEqual({ available: 5, largest: 3 });
    expect(later.map((room) => [room.available, room.largest])).toEqual([
      [11, 8],
      [16, 8],
    ]);
  });

  it('returns when a booking becomes too near for Spot', () => {
    const placer = aPlacer();
    const changesAt = (name: string) => supplyChangesAt(placer, placer.node(name)!);
    hold(placer, 'open', 6);
    expect(changesAt('open')).toBeUndefined();
    const [from, until] = [NOW.getTime() + HOUR, NOW.getTime() + 2 * HOUR];
    hold(placer, 'closed', 6, { from, until });
    expect(changesAt('closed')).toEqual(new Date(from - 8 * 60_000 + 1));
  });
});

describe('assessSku', () => {
  it.each([
    [0, 'None'],
    [1, 'Low'],
    [2, 'Low'],
    [3, 'Medium'],
    [9, 'Medium'],
    [10, 'High'],
  ])('rates %d available machines as %s', (available, level) => {
    expect(levelOf(available)).toBe(level);
  });
});

describe('the status of a SKU', () => {
  it('lists as many regions as fit and counts all of them', () => {
    const availability = Array.from({ length: 300 }, (_, index) => ({
      region: `r-${String(index).padStart(3, '0')}`,
      ...{ available: 1, largest: 1, spot: { available: 1, largest: 1 } },
      ...{ bookable: 1, later: [], maxQuantity: 1 },
    }));
    const { fields } = assessSku({
      availability,
      nodes: 300,
      workloads: none,
      faults: { prices: [undefined], regions: [] },
    });
    expect(fields).toMatchObject({ available: 300 });
    expect((fields as { availability: object[] }).availability).toHaveLength(256);
  });
});

describe('assessRegion', () => {
  it('sums nodes and GPUs by model', () => {
    const placer = aPlacer();
    const { fields, references } = assessRegion(placer, {
      nodes: placer.nodesIn('east'),
      workloads: { naming: 5, needing: 4 },
      missing: [],
      networkPolicies,
    });
    expect(fields).toMatchObject({
      nodes: { total: 2, ready: 1 },
      gpus: { total: 16, allocated: 0, free: 8 },
      capacity: [{ model: 'a100', total: 16, free: 8 }],
    });
    expect(references).toBe(6);
  });

  it('does not count GPUs that no machine can use as free', () => {
    const placer = aPlacer();
    const { fields } = assessRegion(placer, {
      nodes: placer.nodesIn('east'),
      workloads: none,
      missing: [],
      networkPolicies,
      unusableModels: new Set(['a100']),
    });
    expect(fields).toMatchObject({ gpus: { total: 16, free: 0 }, capacity: [{ model: 'a100', free: 0 }] });
  });

  it('is not ready without a node that accepts machines', () => {
    const placer = aPlacer();
    const closed = placer.nodesIn('east').filter(({ name }) => name === 'closed');
    expect(
      assessRegion(placer, { nodes: closed, workloads: none, missing: [], networkPolicies }).conditions[0]
        ?.reason,
    ).toBe('NoNodeReady');
    expect(
      assessRegion(placer, { nodes: [], workloads: none, missing: [], networkPolicies }).conditions[0]
        ?.reason,
    ).toBe('NoNodes');
  });
});

describe('the classes that a region names', () => {
  const storage = (name: string, isDefault = false): StorageClass => ({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: {
      name,
      ...(isDefault ? { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } } : {}),
    },
    provisioner: 'test',
  });
  const nginx = { apiVersion: 'v1', kind: 'IngressClass', metadata: { name: 'nginx' } };
  const present = { storage: [storage('fast'), storage('slow', true)], ingress: [nginx] };

  it.each<[string, Pick<RegionSpec, 'storage' | 'http'>, Partial<typeof present>, string[]]>([
    ['exist in the cluster', inRegion('fast', 'nginx'), {}, []],
    ['are the defaults', inRegion(undefined, undefined), {}, []],
    ['do not exist', inRegion('gone', 'traefik'), {}, ['StorageClass gone', 'IngressClass traefik']],
    ['rely on a default that is missing', {}, { storage: [storage('fast')] }, ['default StorageClass']],
  ])('%s', (_, spec, changes, missing) => {
    expect(missingClasses(spec as RegionSpec, { ...present, ...changes }).map(classWords)).toEqual(missing);
  });

  it('are reported before other faults of the region', () => {
    const facts = {
      nodes: [],
      workloads: none,
      missing: [{ kind: 'StorageClass', name: 'gone' }, { kind: 'IngressClass' }],
      networkPolicies,
    };
    expect(assessRegion(aPlacer(), facts).conditions[0]).toMatchObject({
      status: 'False',
      reason: 'ReferenceMissing',
      parameters: { objects: [{ kind: 'StorageClass', name: 'gone' }, { kind: 'IngressClass' }] },
      message: expect.stringContaining('There is no StorageClass gone and no default IngressClass; create'),
    });
  });

  function inRegion(className: string | undefined, ingressClassName: string | undefined) {
    return {
      storage: { locality: 'Shared', ...(className === undefined ? {} : { className }) },
      http: { domain: 'east.example', ...(ingressClassName === undefined ? {} : { ingressClassName }) },
    } satisfies Pick<RegionSpec, 'storage' | 'http'>;
  }
});

describe('assessGpu', () => {
  const gpu = { spec: { deviceName: 'nvidia.com/A100' } } as GPU;
  const facts = { gpus: { total: 0, allocated: 0, free: 0 }, nodes: 1, skus: 2 };
  const permitting = (...names: string[]) =>
    ({
      spec: {
        configuration: {
          permittedHostDevices: { pciHostDevices: names.map((resourceName) => ({ resourceName })) },
        },
      },
    }) as unknown as KubeVirt;

  it.each<[string, KubeVirt | undefined, status: string, reason: string]>([
    ['KubeVirt permits its device', permitting('nvidia.com/A100'), 'True', 'Ready'],
    ['KubeVirt permits only another device', permitting('nvidia.com/H100'), 'False', 'NotPermitted'],
    ['KubeVirt restricts no devices', { spec: {} } as KubeVirt, 'True', 'Ready'],
    ['KubeVirt is not installed', undefined, 'Unknown', 'NoKubeVirt'],
  ])('when %s', (_, kubeVirt, status, reason) => {
    const { conditions, references } = assessGpu(gpu, { ...facts, kubeVirt });
    expect(conditions.at(-1)).toMatchObject({ type: 'Ready', status, reason });
    expect(references).toBe(3);
  });

  it('is not ready when an older GPU object has its device', () => {
    const { conditions } = assessGpu(gpu, {
      ...facts,
      kubeVirt: permitting('nvidia.com/A100'),
      namesake: 'a100',
    });
    expect(conditions.at(-1)).toMatchObject({
      type: 'Ready',
      status: 'False',
      reason: 'DeviceTaken',
      message:
        "GPU a100 already has the device nvidia.com/A100; set this model's own device, or delete one of the two.",
    });
  });

  it.each<[string, Partial<GPU['spec']>, message: string]>([
    [
      'by its selector where that is known',
      { pciVendorSelector: '10DE:20B5' },
      'Add pciVendorSelector 10DE:20B5 with resourceName nvidia.com/A100 to permittedHostDevices of the KubeVirt object.',
    ],
    [
      'by its resource name otherwise',
      {},
      'Add nvidia.com/A100 to permittedHostDevices of the KubeVirt object.',
    ],
  ])('names the device to permit %s', (_, spec, message) => {
    const known = { spec: { ...gpu.spec, ...spec } } as GPU;
    const { conditions } = assessGpu(known, { ...facts, kubeVirt: permitting('nvidia.com/H100') });
    expect(conditions[0]).toMatchObject({ type: 'Permitted', status: 'False', message });
  });
});

describe('a workload', () => {
  it.each<[string, Workload['status'], needy: boolean]>([
    ['that has no status yet', undefined, true],
    ['that waits', { phase: 'Pending' }, true],
    ['that holds a place', { phase: 'Scheduled', placed: { node: 'gpu-1', at: '' } }, true],
    ['that is stopped, with its disk', { phase: 'Stopped', virtualMachine: 'train' }, true],
    ['that never became a machine', { phase: 'Failed' }, false],
    ['that is destroyed but not yet settled', { phase: 'Destroyed' }, false],
  ])('%s', (_, status, needy) => {
    expect(isNeedy({ status } as Workload)).toBe(needy);
  });
});

describe('readyEvent', () => {
  const ready = (status: 'True' | 'False', reason: string): CommonStatus => ({
    conditions: [{ type: 'Ready', status, reason, message: 'So it is.', lastTransitionTime: '' }],
  });

  it.each<[string, CommonStatus | undefined, CommonStatus, expected: object | undefined]>([
    ['is ready from the start', undefined, ready('True', 'Resolved'), undefined],
    ['has not changed', ready('False', 'NoNodes'), ready('False', 'NoNodes'), undefined],
    [
      'misses a reference',
      ready('True', 'Resolved'),
      ready('False', 'ReferenceMissing'),
      { type: 'Warning', reason: 'ReferenceMissing', action: 'BecameNotReady', note: 'So it is.' },
    ],
    ['becomes ready', ready('False', 'NoNodes'), ready('True', 'NodesReady'), { type: 'Normal' }],
    ['is in progress', undefined, ready('False', 'Importing'), { type: 'Normal', action: 'BecameNotReady' }],
    ['fails in progress', ready('False', 'Importing'), ready('False', 'ImportFailed'), { type: 'Warning' }],
  ])('of an object that %s', (_, before, after, expected) => {
    const event = readyEvent(before, after);
    if (expected === undefined) expect(event).toBeUndefined();
    else expect(event).toMatchObject(expected);
  });
});

describe('catalogueStatus', () => {
  const object = { apiVersion: 'v1', kind: 'Any', metadata: { name: 'one', generation: 2 } };
  const ready = { type: 'Ready', status: 'True' as const, reason: 'Ready', message: 'All is well.' };
  const assessed = { fields: { workloads: 1, absent: undefined }, conditions: [ready], references: 1 };

  it('changes updatedAt only with the generation', () => {
    const first = catalogueStatus(object, assessed, NOW);
    expect(first).toEqual({
      workloads: 1,
      conditions: [{ ...ready, observedGeneration: 2, lastTransitionTime: '2026-01-01T12:00:00Z' }],
      observedGeneration: 2,
      updatedAt: NOW.toISOString(),
    });
    const later = new Date(NOW.getTime() + 60_000);
    expect(catalogueStatus({ ...object, status: first }, assessed, later)).toEqual(first);
    const edited = { ...object, metadata: { name: 'one', generation: 3 }, status: first };
    expect(catalogueStatus(edited, assessed, later).updatedAt).toBe(later.toISOString());
  });

  it('drops a condition that a newer or older operator left behind', () => {
    const left = {
      ...{ type: 'Charged', status: 'True' as const, reason: 'Charged', message: 'It is charged.' },
      lastTransitionTime: NOW.toISOString(),
    };
    const before = catalogueStatus(object, assessed, NOW);
    const status = { ...before, conditions: [left, ...(before.conditions ?? [])] };
    expect(catalogueStatus({ ...object, status }, assessed, NOW)).toEqual(before);
  });

  it('states what a deletion waits for', () => {
    const metadata = { ...object.metadata, deletionTimestamp: NOW.toISOString() };
    const { conditions } = catalogueStatus({ ...object, metadata }, assessed, NOW);
    expect(conditions).toEqual([
      expect.objectContaining({
        status: 'False',
        reason: 'Deleting',
        message: 'It is being deleted and will be removed once nothing uses it; 1 object still does.',
      }),
    ]);
  });
});
