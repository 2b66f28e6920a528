import type { Workload } from '@gpulease/contract/workloads';
import { expect, it } from '@jest/globals';
import { aWorkload } from '../../../testing/samples.ts';
import { maintenanceEffect, maintenanceProgress } from './maintenance-effect.ts';

const machine = (changes: Partial<Workload>): Workload => ({ ...aWorkload, ...changes });
const reserved = { ...aWorkload.pricing, mode: 'RESERVED' } as const;
const none = { elsewhere: 0, afterwards: 0, never: 0 };
const nothing = { stopped: 0, starts: none, reserved: 0, moved: 0, kept: 0, owners: [] };

it.each<[string, Workload[], object]>([
  ['an empty node', [], {}],
  [
    'running and starting machines, which are stopped',
    [machine({ status: 'RUNNING' }), machine({ status: 'STARTING', resume: 'AUTOMATIC' })],
    { stopped: 2, starts: { ...none, elsewhere: 1, never: 1 }, owners: [{ user: 'demo', machines: 2 }] },
  ],
  [
    'a reserved machine, whose downtime is credited',
    [machine({ pricing: reserved })],
    { stopped: 1, starts: { ...none, never: 1 }, reserved: 1, owners: [{ user: 'demo', machines: 1 }] },
  ],
  [
    'bookings that have not started, which move',
    [machine({ status: 'PENDING', pricing: reserved }), machine({ status: 'SCHEDULED' })],
    { moved: 2 },
  ],
  ['a stopped machine within its term', [machine({ status: 'STOPPED', pricing: reserved })], { kept: 1 }],
  [
    'machines that stop, fail or are destroyed anyway',
    [
      machine({ status: 'STOPPING' }),
      machine({ status: 'DESTROYING' }),
      machine({ status: 'FAILED', resume: 'AUTOMATIC' }),
    ],
    {},
  ],
])('the effect of maintenance is computed for %s', (_, machines, effect) => {
  expect(maintenanceEffect(machines, false)).toEqual({ ...nothing, ...effect });
});

it('the effect of planned maintenance includes starting the machines that it stopped', () => {
  const machines = [
    machine({}),
    machine({ resume: 'AUTOMATIC' }),
    machine({ resume: 'AUTOMATIC', diskOnNode: true }),
  ];
  expect(maintenanceEffect(machines, true).starts).toEqual({ elsewhere: 1, afterwards: 2, never: 0 });
});

it('progress counts machines that the maintenance stopped and those that it has yet to stop', () => {
  const stopped = { status: 'STOPPED', reason: 'Maintenance', allowedActions: ['start'] } as const;
  const machines = [
    machine({ ...stopped, allowedActions: ['stop', 'start'] }),
    machine({ ...stopped, allowedActions: ['start'] }),
    machine({ status: 'STOPPED', reason: 'StopRequested' }),
    machine({ status: 'STOPPING' }),
    machine({ status: 'RUNNING' }),
    machine({ status: 'PENDING' }),
  ];
  expect(maintenanceProgress(machines)).toEqual({ stopped: 2, total: 4, waiting: 1 });
});

it('owners are sorted by their number of machines, then by name', () => {
  const machines = ['zoe', 'bob', 'amy', 'bob'].map((user) => machine({ user }));
  expect(maintenanceEffect(machines, false).owners).toEqual([
    { user: 'bob', machines: 2 },
    { user: 'amy', machines: 1 },
    { user: 'zoe', machines: 1 },
  ]);
});
