import type { Workload } from '@gpulease/contract/workloads';
import { expect, it } from '@jest/globals';
import { aWorkload } from '../../testing/samples.ts';
import { maintenanceOutcome } from './maintenance-outcome.ts';

const stopped = { status: 'STOPPED', reason: 'Maintenance' } as const;

it.each<[string, Partial<Workload>, boolean, string]>([
  ['stops and starts afterwards', {}, true, 'stops.afterwards'],
  ['stops and stays off', {}, false, 'stops.never'],
  ['stops and starts elsewhere', { resume: 'AUTOMATIC' }, true, 'stops.elsewhere'],
  [
    'stops and waits for its disk, which is on the node',
    { resume: 'AUTOMATIC', diskOnNode: true },
    false,
    'stops.afterwards',
  ],
  ['starts elsewhere instead of here', { status: 'SCHEDULED' }, true, 'startsElsewhere'],
  ['waits for its disk before its start', { status: 'PENDING', diskOnNode: true }, true, 'startsAfterwards'],
  [
    'starts after the maintenance that stopped it',
    { ...stopped, allowedActions: ['stop', 'start'] },
    true,
    'startsAfterwards',
  ],
  ['stays off although maintenance stopped it', { ...stopped, allowedActions: ['start'] }, true, 'staysOff'],
  ['stays off', { status: 'STOPPED', allowedActions: ['start'] }, true, 'staysOff'],
  ['is destroyed anyway', { status: 'DESTROYING' }, true, 'untouched'],
])('a machine %s', (_, changes, startsAfterwards, fate) => {
  expect(maintenanceOutcome({ ...aWorkload, status: 'RUNNING', ...changes }, startsAfterwards)).toBe(fate);
});
