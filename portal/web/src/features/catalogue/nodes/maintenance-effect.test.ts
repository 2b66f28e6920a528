import type { Workload } from '@gpulease/contract/workloads';
import { expect, it } from '@jest/globals';
import { aWorkload } from '../../../testing/samples.ts';
import { maintenanceEffect } from './maintenance-effect.ts';

const machine = (changes: Partial<Workload>): Workload => ({ ...aWorkload, ...changes });
const reserved = { ...aWorkload.pricing, mode: 'RESERVED' } as const;
const nothing = { stopped: 0, automatic: 0, reserved: 0, moved: 0, kept: 0, owners: [] };

it.each<[string, Workload[], object]>([
  ['an empty node', [], {}],
  [
    'machines that run or start, which are stopped',
    [machine({ status: 'RUNNING' }), machine({ status: 'STARTING', resume: 'AUTOMATIC' })],
    { stopped: 2, automatic: 1, owners: [{ user: 'demo', machines: 2 }] },
  ],
  [
    'a reserved machine, whose downtime is credited',
    [machine({ pricing: reserved })],
    { stopped: 1, reserved: 1, owners: [{ user: 'demo', machines: 1 }] },
  ],
  [
    'bookings that have not begun, which go elsewhere',
    [machine({ status: 'PENDING', pricing: reserved }), machine({ status: 'SCHEDULED' })],
    { moved: 2 },
  ],
  ['a stopped machine within its term', [machine({ status: 'STOPPED', pricing: reserved })], { kept: 1 }],
  [
    'machines that leave anyway',
    [
      machine({ status: 'STOPPING' }),
      machine({ status: 'DESTROYING' }),
      machine({ status: 'FAILED', resume: 'AUTOMATIC' }),
    ],
    {},
  ],
])('the effect of maintenance includes %s', (_, machines, effect) => {
  expect(maintenanceEffect(machines)).toEqual({ ...nothing, ...effect });
});

it('owners are sorted by their number of machines, then by name', () => {
  const machines = ['zoe', 'bob', 'amy', 'bob'].map((user) => machine({ user }));
  expect(maintenanceEffect(machines).owners).toEqual([
    { user: 'bob', machines: 2 },
    { user: 'amy', machines: 1 },
    { user: 'zoe', machines: 1 },
  ]);
});
