import { describe, expect, it } from '@jest/globals';
import type { NodeDevice } from '@gpulease/crds';
import { findingOf } from './check-finding.ts';

type DeviceEvent = NodeDevice['history'][number];

const time = (hours: number) => new Date(Date.UTC(2026, 10, 1, hours));
/** The machine `u-ada/box` ran from 1 to 5 o'clock, and was reported in that time. */
const run = { machine: 'u-ada/box', from: time(1), to: time(5) };

const event = (hours: number, type: DeviceEvent['type'], more: Partial<DeviceEvent> = {}): DeviceEvent => ({
  ...{ time: time(hours).toISOString(), type },
  ...more,
});
const ours = { workload: 'u-ada/box' };
const others = { workload: 'u-bob/box' };
const given = event(1, 'Assigned', ours);
const reported = event(2, 'Suspected', ours);
const failed = event(6, 'CheckFailed');
const passed = event(6, 'CheckPassed');

const device = (id: string, ...history: DeviceEvent[]): NodeDevice => ({ id, history });
const failedAt = (hours: number, failedDevice: string | null = 'A') => ({ at: time(hours), failedDevice });

describe('what checks say of a report', () => {
  it.each<[string, NodeDevice[] | undefined, ReturnType<typeof failedAt> | undefined]>([
    ['its GPU fails the check after the run: proven', [device('A', given, reported, failed)], failedAt(6)],
    [
      'its GPU passes: said, and proven is nothing',
      [device('A', given, reported, passed)],
      failedAt(6, null),
    ],
    ['no check yet', [device('A', given, reported)], undefined],
    ['the node is gone, or tells of no GPU', undefined, undefined],
    ['a check before the report failed', [device('A', event(0, 'CheckFailed'), given, reported)], undefined],
    [
      'it passes, and fails a later check: the first counts',
      [device('A', reported, passed, event(9, 'CheckFailed'))],
      failedAt(6, null),
    ],
    [
      'another customer had it before its first check',
      [device('A', reported, event(6, 'Assigned', others), event(9, 'CheckFailed'))],
      failedAt(9),
    ],
    [
      'the machine runs elsewhere by now, and a GPU of its own was never reported',
      [device('A', reported, failed), device('B', event(5, 'Assigned', ours))],
      failedAt(6),
    ],
    [
      'it was repaired before: maybe another GPU',
      [device('A', reported, event(5, 'Repaired'), failed)],
      undefined,
    ],
    [
      'it went into quarantine before, and fails',
      [device('A', reported, event(5, 'Quarantined'), failed)],
      failedAt(6),
    ],
    [
      'a check failed that did not tell which GPU it had: the next counts',
      [device('A', reported, event(6, 'CheckUnclear'), event(7, 'CheckPassed'))],
      failedAt(7, null),
    ],
    ['the history has lost the report', [device('A', given, failed)], undefined],
    ['the report was of another machine', [device('A', event(2, 'Suspected', others), failed)], undefined],
    [
      'a Xid, which the guest says, made it suspect',
      [device('A', event(2, 'Suspected', { ...ours, xid: 79 }), failed)],
      undefined,
    ],
    [
      'an earlier run was reported, or an earlier machine of this name',
      [device('A', event(0, 'Suspected', ours), failed)],
      undefined,
    ],
    ['a later one was', [device('A', event(6, 'Suspected', ours), event(7, 'CheckFailed'))], undefined],
    [
      'one of its two GPUs fails, the other waits for its check',
      [device('A', reported), device('B', reported, failed)],
      failedAt(6, 'B'),
    ],
    [
      'one passes, the other waits: nothing yet',
      [device('A', reported, passed), device('B', reported)],
      undefined,
    ],
    [
      'both pass: said with the later one',
      [device('A', reported, event(8, 'CheckPassed')), device('B', reported, passed)],
      failedAt(8, null),
    ],
    ['a GPU that the machine did not have fails', [device('A', reported), device('B', failed)], undefined],
  ])('%s', (_, devices, expected) => {
    expect(findingOf(devices, run)).toEqual(expected);
  });

  it('a run that goes on holds its GPUs, so only a check of an unknown end can say something', () => {
    expect(findingOf([device('A', reported)], { ...run, to: null })).toBeUndefined();
    expect(findingOf([device('A', reported, failed)], { ...run, to: null })).toEqual(failedAt(6));
  });
});
