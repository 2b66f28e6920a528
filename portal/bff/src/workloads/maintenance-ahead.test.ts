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
    'the machine that is stopped soon',
    [machine('a', tomorrow), machine('b', { phase: 'Running' })],
    { machines: 1, machine: 'a', startTime: '2026-11-28T04:00:00.000Z' },
  ],
  [
    'how many are, and when the first is',
    [machine('a', planned('2026-11-29T00:00:00Z')), machine('b', tomorrow)],
    { machines: 2, machine: null, startTime: '2026-11-28T04:00:00.000Z' },
  ],
  ['nothing that is off anyway', [machine('a', { ...tomorrow, phase: 'Stopped' })], undefined],
  ['nothing that is far away', [machine('a', planned('2026-12-10T00:00:00Z'))], undefined],
  [
    'what is to come before what has been stopped',
    [machine('a', stopped(hourAgo, 'Automatic')), machine('b', tomorrow)],
    { machines: 1, machine: 'b', startTime: '2026-11-28T04:00:00.000Z' },
  ],
  [
    'the machine that was stopped and starts afterwards',
    [machine('a', stopped('2026-11-01T00:00:00Z', 'Automatic'))],
    { machines: 1, machine: 'a', startTime: null },
  ],
  [
    'the machine that was stopped of late',
    [machine('a', stopped(hourAgo))],
    { machines: 1, machine: 'a', startTime: null },
  ],
  ['no machine that its owner left off for days', [machine('a', stopped('2026-11-20T00:00:00Z'))], undefined],
  [
    'no machine that was stopped otherwise',
    [machine('a', { phase: 'Stopped', halt: { reason: 'Funds', at: hourAgo } })],
    undefined,
  ],
  ['no machine that is destroyed', [machine('a', tomorrow, { deletionTimestamp: hourAgo })], undefined],
])('a customer sees %s', (_, workloads, expected) => {
  expect(maintenanceOfMachines(workloads, NOW)).toEqual(expected);
});
