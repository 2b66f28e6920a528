import type { ComputeNode, NodeDevice } from '@gpulease/crds';
import { describe, expect, it } from '@jest/globals';
import { devicesOf } from './devices.ts';

const time = '2026-01-30T09:00:00.000Z';
const assigned = { time, type: 'Assigned' as const, workload: 'u-7/train' };
const aDevice: NodeDevice = { id: '0000:17:00.0', history: [assigned] };

const shown = (device: Partial<NodeDevice>) =>
  devicesOf({ status: { devices: [{ ...aDevice, ...device }] } } as unknown as ComputeNode, (id) =>
    id === '7' ? 'mei' : id,
  )[0];

describe('a GPU of a node, for operators', () => {
  it.each<[status: string, device: Partial<NodeDevice>]>([
    ['FREE', { health: 'Healthy' }],
    ['IN_USE', { health: 'Healthy', workload: 'u-7/train' }],
    ['UNHEALTHY', { health: 'Unhealthy', workload: 'u-7/train' }],
    ['QUARANTINED', { health: 'Unhealthy', workload: 'u-7/train', quarantine: 'Xid 79' }],
  ])('is %s', (status, device) => {
    expect(shown(device)?.status).toBe(status);
  });

  it('names the owners of its machines, and tells the latest first', () => {
    const quarantined = { time, type: 'Quarantined' as const, message: 'Xid 79' };
    const suspected = { time, type: 'Suspected' as const, workload: 'u-7/train', xid: 79 };
    const history = [assigned, suspected, quarantined];
    expect(shown({ quarantine: 'Xid 79', workload: 'u-7/train', history })).toEqual({
      ...{ name: '0000:17:00.0', status: 'QUARANTINED', quarantine: 'Xid 79' },
      machine: { user: 'mei', name: 'train' },
      history: [
        { time, type: 'QUARANTINED', machine: null, reason: 'Xid 79', xid: null },
        { time, type: 'SUSPECTED', machine: { user: 'mei', name: 'train' }, reason: null, xid: 79 },
        { time, type: 'ASSIGNED', machine: { user: 'mei', name: 'train' }, reason: null, xid: null },
      ],
    });
  });
});
