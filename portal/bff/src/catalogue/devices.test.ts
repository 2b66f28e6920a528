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

  it('has the UUID and serial number reported by a check, and those of its predecessor in the history', () => {
    const uuid = 'GPU-8f2d0c1e-5b7a-4d3c-9e6f-0a1b2c3d4e5f';
    const former = 'GPU-00000000-0000-4000-8000-000000000000';
    const history = [{ time, type: 'Exchanged' as const, message: former }];
    expect(shown({ uuid, serial: '1320', history })).toMatchObject({
      ...{ uuid, serial: '1320' },
      history: [{ type: 'EXCHANGED', message: former }],
    });
  });

  it('names the owners of its machines, and lists its history newest first', () => {
    const quarantined = { time, type: 'Quarantined' as const, message: 'Xid 79' };
    const suspected = { time, type: 'Suspected' as const, workload: 'u-7/train', xid: 79 };
    const history = [assigned, suspected, quarantined];
    expect(shown({ quarantine: 'Xid 79', workload: 'u-7/train', history })).toEqual({
      ...{ name: '0000:17:00.0', uuid: null, serial: null, status: 'QUARANTINED', quarantine: 'Xid 79' },
      machine: { user: 'mei', name: 'train' },
      history: [
        { time, type: 'QUARANTINED', machine: null, message: 'Xid 79', xid: null },
        { time, type: 'SUSPECTED', machine: { user: 'mei', name: 'train' }, message: null, xid: 79 },
        { time, type: 'ASSIGNED', machine: { user: 'mei', name: 'train' }, message: null, xid: null },
      ],
    });
  });
});
