import type { Workload, WorkloadStatus } from '@gpulease/crds';
import { expect, it } from '@jest/globals';
import { maintenanceOfMachines } from './maintenance-ahead.ts';

const NOW = new Date('2026-11-27T12:00:00Z');

function machine(name: string, status: WorkloadStatus, metadata: object = {}): Workload {
  return { metadata: { name, ...metadata }, spec: {}, status } as unknown as Workload;
}

function planned(startTime: string): WorkloadStatus {
  const endTime = '2026-12-30T00:00:00Z';
  const announcedAt = '2026-11-20T00:00:00Z';
  return { phase: 'Running', plannedMaintenance: { startTime, endTime, announcedAt, reason: 'A new fan.' } };
}

function stopped(at: string, resume?: 'Automatic'): WorkloadStatus {
  const halt = { reason: 'Maintenance', at, node: 'n', ...(resume && { resume }) };
  return { phase: 'Stopped', halt };
}

const tomorrow = planned('2026-11-28T12:00:00+08:00');
const hourAgo = '2026-11-27T11:00:00Z';

it.each<[string, Workload[], object | undefined]>([
  ['nothing while all is well', [machine('a', { phase: 'Running' })], undefined],
  [
    'the machine that will be stopped soon',
    [machine('a', tomorrow), machine('b', { phase: 'Running' })],
    { machines: 1, machine: 'a', startTime: '2026-11-28T04:00:00.000Z' },
  ],
  [
    'the number of such machines, and when the first is stopped',
    [machine('a', planned('2026-11-29T00:00:00Z')), machine('b', tomorrow)],
    { machines: 2, machine: null, startTime: '2026-11-28T04:00:00.000Z' },
  ],
  ['no machine that is already off', [machine('a', { ...tomorrow, phase: 'Stopped' })], undefined],
  ['no stop that is far ahead', [machine('a', planned('2026-12-10T00:00:00Z'))], undefined],
  [
    'planned stops rather than past ones',
    [machine('a', stopped(hourAgo, 'Automatic')), machine('b', tomorrow)],
    { machines: 1, machine: 'b', startTime: '2026-11-28T04:00:00.000Z' },
  ],
  [
    'the stopped machine that starts afterwards',
    [machine('a', stopped('2026-11-01T00:00:00Z', 'Automatic'))],
    { machines: 1, machine: 'a', startTime: null },
  ],
  [
    'the machine that was stopped recently',
    [machine('a', stopped(hourAgo))],
    { machines: 1, machine: 'a', startTime: null },
  ],
  ['no machine that its owner left off for days', [machine('a', stopped('2026-11-20T00:00:00Z'))], undefined],
  [
    'no machine that was stopped for another reason',
    [machine('a', { phase: 'Stopped', halt: { reason: 'Funds', at: hourAgo } })],
    undefined,
  ],
  ['no machine that is being destroyed', [machine('a', tomorrow, { deletionTimestamp: hourAgo })], undefined],
])('a customer sees %s', (_, workloads, expected) => {
  expect(maintenanceOfMachines(workloads, NOW)).toEqual(expected);
});
