import { expect, it } from '@jest/globals';
import type { Workload } from '@gpulease/contract/workloads';
import { aWorkload } from '../../../testing/samples.ts';
import { nextEvent } from './next-event.ts';

const now = '2026-03-01T10:00:00Z';
const [past, soon, later] = [
  '2026-03-01T09:00:00.000Z',
  '2026-03-01T11:00:00.000Z',
  '2026-03-02T10:00:00.000Z',
];
const maintenance = { startTime: soon, endTime: later, reason: '', startsAfterwards: true };

it.each<[string, Partial<Workload>, NonNullable<ReturnType<typeof nextEvent>>['kind'] | undefined]>([
  ['nothing is planned', {}, undefined],
  [
    'maintenance starts before its term ends',
    { termEnd: later, plannedMaintenance: maintenance },
    'MAINTENANCE',
  ],
  ['its term ends before its automatic stop', { termEnd: soon, autoStopAt: later }, 'TERM_END'],
  ['its term has ended', { termEnd: past }, undefined],
  ['the platform announces its automatic stop', { stopAt: soon, autoStopAt: soon }, 'AUTOMATIC_STOP'],
  ['another order needs the capacity', { stopAt: soon, autoStopAt: later }, 'STOP'],
  [
    'it is off, and its disk is kept',
    { status: 'STOPPED', autoStopAt: soon, keptUntil: later },
    'DISK_DELETION',
  ],
  [
    'it is off until its weekly hours begin',
    { status: 'STOPPED', autoStartAt: soon, keptUntil: later },
    'AUTOMATIC_START',
  ],
  ['it was lost with its node', { status: 'FAILED', expectedBackAt: soon, keptUntil: later }, 'NODE_BACK'],
  ['it is reserved', { status: 'SCHEDULED', reservationStartTime: soon, termEnd: later }, 'RESERVED_START'],
  ['it is destroyed', { status: 'DESTROYED', keptUntil: later }, undefined],
])('returns the next event of a machine if %s', (_, of, kind) => {
  expect(nextEvent({ ...aWorkload, ...of }, Date.parse(now))?.kind).toBe(kind);
});
