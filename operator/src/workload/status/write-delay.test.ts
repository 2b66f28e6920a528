import { expect, it } from '@jest/globals';
import { aScope, aWorkload, minutesAgo } from '../../testing/scope.ts';
import type { Scope } from '../scope.ts';
import { writeDelayMs } from './write-delay.ts';
import type { OwnStatus } from './status.ts';

const placed = { node: 'a', at: minutesAgo(1) };
const starting: OwnStatus = { phase: 'Starting', reason: 'Starting', placed };
const running: OwnStatus = { ...starting, phase: 'Running', reason: 'Running' };
const newOrder: OwnStatus = { phase: 'Pending', reason: 'WaitingForOrder' };
const status = { phase: 'CloneInProgress', progress: '20.0%' };
const copying = aScope(aWorkload({}, starting), { rootDisk: { status } as Scope['rootDisk'] });
const having = (present?: OwnStatus) => aScope(aWorkload({}, present));

it.each<[what: string, scope: Scope, wanted: OwnStatus, ms: number]>([
  ['another phase is written at once', having(starting), running, 0],
  ['another reason is written at once', having(running), { ...running, reason: 'NodeNotReady' }, 0],
  ['a new order waits for billing', having(), newOrder, 3000],
  ['a new order that waits for anything else does not', having(), { ...newOrder, reason: 'Placing' }, 0],
  ['the node of the disk waits', having(running), { ...running, diskNode: 'a' }, 5000],
  ['a condition waits through a start', having(starting), { ...starting, conditions: [] }, 60_000],
  ['the progress of a copy waits less', copying, { ...starting, conditions: [] }, 5000],
])('%s', (_, scope, wanted, ms) => {
  expect(writeDelayMs(scope, wanted)).toBe(ms);
});
