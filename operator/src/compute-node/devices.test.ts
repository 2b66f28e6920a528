import { describe, expect, it } from '@jest/globals';
import type { ComputeNode, GPU, NodeDevice, QuarantinedGpus, SuspectMachine } from '@gpulease/crds';
import type { CheckedGPU } from '../gpu-check-result.ts';
import type { KeptMachinePod } from '../kept/kept.ts';
import { devicesAfter, haveSameDevices, seenDevices, type SeenDevice } from './devices.ts';

const now = new Date('2026-01-31T18:00:00Z');
const time = now.toISOString();
const before = '2026-01-30T09:00:00.000Z';
const id = '0000:17:00.0';

function aNode(devices: NodeDevice[] = [], quarantine: QuarantinedGpus[] = []): ComputeNode {
  return { spec: { quarantine }, status: { devices } } as unknown as ComputeNode;
}

const seen = (workload: string, isHealthy = true): SeenDevice => ({ id, workload, isHealthy });
const assigned = (workload: string, at = before) => ({ time: at, type: 'Assigned' as const, workload });
const held: NodeDevice = { id, health: 'Healthy', workload: 'u-1/a', history: [assigned('u-1/a')] };
const { workload: _, ...free } = held;
const sick: NodeDevice = { ...held, health: 'Unhealthy' };
const out: NodeDevice = { ...free, quarantine: 'Xid 79' };
const xid79: SuspectMachine = { workload: 'u-1/a', cause: 'Xid', xid: 79, at: time };
const report: SuspectMachine = { workload: 'u-1/a', cause: 'Report', at: time };
const suspected = { type: 'Suspected' as const, workload: 'u-1/a', xid: 79 };
const suspect: NodeDevice = { ...held, history: [...held.history, { time: before, ...suspected }] };
const uuid = 'GPU-8f2d0c1e-5b7a-4d3c-9e6f-0a1b2c3d4e5f';
const otherUuid = 'GPU-00000000-0000-4000-8000-000000000000';
const told: NodeDevice = { ...free, uuid, serial: '1320' };
const entry: QuarantinedGpus = { address: id, reason: 'Xid 79' };

describe('the devices of a node', () => {
  interface Case {
    known?: NodeDevice;
    seen?: SeenDevice[];
    quarantine?: QuarantinedGpus[];
    checked?: CheckedGPU[];
    suspects?: SuspectMachine[];
    after: Omit<NodeDevice, 'id' | 'history'>;
    event?: object;
  }
  it.each<[name: string, found: Case]>([
    [
      'are known once a machine holds one',
      {
        seen: [seen('u-1/a')],
        after: { health: 'Healthy', workload: 'u-1/a' },
        event: { type: 'Assigned', workload: 'u-1/a' },
      },
    ],
    [
      'do not change while the machine holds them',
      { known: held, seen: [seen('u-1/a')], after: { health: 'Healthy', workload: 'u-1/a' } },
    ],
    ['are free but still known when the machine is gone', { known: held, after: { health: 'Healthy' } }],
    [
      'are assigned to the next machine',
      {
        known: free,
        seen: [seen('u-2/b')],
        after: { health: 'Healthy', workload: 'u-2/b' },
        event: { type: 'Assigned', workload: 'u-2/b' },
      },
    ],
    [
      'become unhealthy while a machine holds them',
      {
        known: held,
        seen: [seen('u-1/a', false)],
        after: { health: 'Unhealthy', workload: 'u-1/a' },
        event: { type: 'Unhealthy', workload: 'u-1/a' },
      },
    ],
    ['stay unhealthy until a machine holds them again', { known: sick, after: { health: 'Unhealthy' } }],
    [
      'are healthy again when the device plugin reports so',
      {
        known: sick,
        seen: [seen('u-1/a')],
        after: { health: 'Healthy', workload: 'u-1/a' },
        event: { type: 'Healthy', workload: 'u-1/a' },
      },
    ],
    [
      'enter quarantine by address',
      {
        known: free,
        quarantine: [entry],
        after: { health: 'Healthy', quarantine: 'Xid 79' },
        event: { type: 'Quarantined', message: 'Xid 79' },
      },
    ],
    [
      'are known once they are in quarantine',
      {
        quarantine: [entry],
        after: { quarantine: 'Xid 79' },
        event: { type: 'Quarantined', message: 'Xid 79' },
      },
    ],
    ['stay in it', { known: out, quarantine: [entry], after: { health: 'Healthy', quarantine: 'Xid 79' } }],
    [
      'pass a check',
      {
        known: free,
        checked: [{ id, verdict: 'Passed' }],
        after: { health: 'Healthy' },
        event: { type: 'CheckPassed' },
      },
    ],
    [
      'are known once they fail a check',
      { checked: [{ id, verdict: 'Failed' }], after: {}, event: { type: 'CheckFailed' } },
    ],
    [
      'do not change when a check is inconclusive',
      { known: free, checked: [{ id, verdict: 'Unknown' }], after: { health: 'Healthy' } },
    ],
    [
      'may have failed a check that named no GPU, if they were free',
      {
        ...{ known: free, checked: [{ id: undefined, verdict: 'Failed' }] },
        ...{ after: { health: 'Healthy' }, event: { type: 'CheckUnclear' } },
      },
    ],
    [
      'have not failed such a check if they have a result of their own',
      {
        known: free,
        checked: [
          { id, verdict: 'Passed' },
          { id: undefined, verdict: 'Failed' },
        ],
        ...{ after: { health: 'Healthy' }, event: { type: 'CheckPassed' } },
      },
    ],
    [
      'have not failed such a check if a machine holds them',
      {
        ...{ known: held, seen: [seen('u-1/a')], checked: [{ id: undefined, verdict: 'Failed' }] },
        after: { health: 'Healthy', workload: 'u-1/a' },
      },
    ],
    [
      'are suspect when the driver in their machine logs a fatal Xid',
      {
        ...{ known: held, seen: [seen('u-1/a')], suspects: [xid79] },
        ...{ after: { health: 'Healthy', workload: 'u-1/a' }, event: suspected },
      },
    ],
    [
      'are suspect once for each reason',
      {
        ...{ known: suspect, seen: [seen('u-1/a')], suspects: [xid79, report] },
        after: { health: 'Healthy', workload: 'u-1/a' },
        event: { type: 'Suspected', workload: 'u-1/a' },
      },
    ],
    [
      'are not suspect because of a machine that holds others',
      {
        ...{ known: { ...held, workload: 'u-2/b' }, seen: [seen('u-2/b')], suspects: [xid79, report] },
        after: { health: 'Healthy', workload: 'u-2/b' },
      },
    ],
    [
      'take the UUID and serial number that a check reports and record its message',
      {
        ...{
          known: free,
          checked: [{ id, verdict: 'Failed', report: { uuid, serial: '1320', message: 'ECC' } }],
        },
        ...{
          after: { health: 'Healthy', uuid, serial: '1320' },
          event: { type: 'CheckFailed', message: 'ECC' },
        },
      },
    ],
    [
      'keep their identity when a later check reports nothing',
      {
        ...{ known: told, checked: [{ id, verdict: 'Passed' }] },
        ...{ after: { health: 'Healthy', uuid, serial: '1320' }, event: { type: 'CheckPassed' } },
      },
    ],
    [
      'keep what a later check omits and take what it corrects',
      {
        ...{
          known: told,
          checked: [
            { id, verdict: 'Unknown', report: { uuid } },
            { id, verdict: 'Unknown', report: { serial: '1321' } },
          ],
        },
        after: { health: 'Healthy', uuid, serial: '1321' },
      },
    ],
    [
      'keep their identity while a machine holds them',
      {
        ...{ known: { ...held, uuid }, seen: [seen('u-1/a')] },
        after: { health: 'Healthy', workload: 'u-1/a', uuid },
      },
    ],
    [
      'are exchanged when a check reports another UUID, and lose the former serial number',
      {
        ...{ known: told, checked: [{ id, verdict: 'Unknown', report: { uuid: otherUuid } }] },
        ...{ after: { health: 'Healthy', uuid: otherUuid }, event: { type: 'Exchanged', message: uuid } },
      },
    ],
    [
      'take no identity from the check of another GPU',
      {
        ...{ known: free, checked: [{ id: '0000:1a:00.0', verdict: undefined, report: { uuid } }] },
        after: { health: 'Healthy' },
      },
    ],
    ['leave quarantine repaired', { known: out, after: { health: 'Healthy' }, event: { type: 'Repaired' } }],
  ])('%s', (_name, { known, quarantine, after, event, ...found }) => {
    const { seen: uses = [], checked = [], suspects = [] } = found;
    const devices = devicesAfter(aNode(known && [known], quarantine), { seen: uses, checked, suspects, now });
    const history = [...(known?.history ?? []), ...(event === undefined ? [] : [{ time, ...event }])];
    expect(devices).toEqual([{ id, ...after, history }]);
  });

  it('are suspect again because of the same machine if another held them in between', () => {
    const again = { ...suspect, history: [...suspect.history, assigned('u-2/b'), assigned('u-1/a')] };
    const news = { seen: [seen('u-1/a')], checked: [], suspects: [xid79], now };
    const [device] = devicesAfter(aNode([again]), news);
    expect(device?.history.at(-1)).toEqual({ time, ...suspected });
  });

  it('are not known from an inconclusive check', () => {
    const checked = [{ id, verdict: 'Unknown' as const }];
    expect(devicesAfter(aNode(), { seen: [], checked, suspects: [], now })).toEqual([]);
  });

  it('are not known from a quarantine by count', () => {
    expect(
      devicesAfter(aNode([], [{ count: 2, reason: 'Xid 79' }]), { seen: [], checked: [], suspects: [], now }),
    ).toEqual([]);
  });

  it('keep their latest events', () => {
    const history = Array.from({ length: 12 }, (_value, index) => assigned(`u-1/${index}`));
    const [device] = devicesAfter(aNode([{ id, history }]), {
      seen: [seen('u-2/b')],
      checked: [],
      suspects: [],
      now,
    });
    expect(device?.history).toEqual([...history.slice(1), assigned('u-2/b', time)]);
  });

  it('are at most 32: the free one unseen for longest is dropped first', () => {
    const device = (index: number): NodeDevice => ({
      id: String(index),
      history: [assigned('u-1/a', new Date(now.getTime() - index * 60_000).toISOString())],
    });
    const known = Array.from({ length: 31 }, (_value, index) => device(index + 10));
    const longHeld: NodeDevice = { ...device(900), workload: 'u-3/c' };
    const uses = [seen('u-2/b'), { id: '900', workload: 'u-3/c', isHealthy: true }];
    const ids = devicesAfter(aNode([...known, longHeld]), { seen: uses, checked: [], suspects: [], now }).map(
      (one) => one.id,
    );
    expect(ids).toHaveLength(32);
    expect(ids).toEqual(expect.arrayContaining([id, '900', '39']));
    expect(ids).not.toContain('40');
  });
});

describe('the report of the kubelet on the pods of machines', () => {
  const gpu = { spec: { deviceName: 'nvidia.com/A100' } } as GPU;
  const aPod = (health: string, phase = 'Running'): KeptMachinePod => {
    const resources = [{ resourceID: id, health }];
    const allocatedResourcesStatus = [
      { name: 'devices.kubevirt.io/kvm', resources: [{ resourceID: 'kvm7', health: 'Healthy' }] },
      { name: 'nvidia.com/A100', resources },
    ];
    return {
      metadata: { namespace: 'u-1', name: 'virt-launcher-a', labels: { 'gpulease.dev/workload': 'a' } },
      status: { phase, containerStatuses: [{ name: 'compute', allocatedResourcesStatus }] },
    } as unknown as KeptMachinePod;
  };

  it.each([
    ['Healthy', true],
    ['Unknown', true],
    ['Unhealthy', false],
  ])('names their GPUs, here a GPU that is %s', (health, isHealthy) => {
    expect(seenDevices([aPod(health)], gpu)).toEqual([{ id, workload: 'u-1/a', isHealthy }]);
  });

  it('is ignored for pods that have ended and for unknown GPU models', () => {
    expect(seenDevices([aPod('Healthy', 'Succeeded')], gpu)).toEqual([]);
    expect(seenDevices([aPod('Healthy')], undefined)).toEqual([]);
  });

  it('has changed if devices, their health or the phase differ', () => {
    expect(haveSameDevices(aPod('Healthy'), aPod('Healthy'))).toBe(true);
    expect(haveSameDevices(aPod('Healthy'), aPod('Unhealthy'))).toBe(false);
    expect(haveSameDevices(aPod('Healthy'), undefined)).toBe(false);
    expect(haveSameDevices(aPod('Healthy'), aPod('Healthy', 'Failed'))).toBe(false);
  });
});
