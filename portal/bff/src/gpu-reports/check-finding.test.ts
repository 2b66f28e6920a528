import { describe, expect, it } from '@jest/globals';
import type { NodeDevice } from '@gpulease/crds';
import { findingOf } from './check-finding.ts';

type DeviceEvent = NodeDevice['history'][number];

const time = (hours: number) => new Date(Date.UTC(2026, 10, 1, hours));
/** The machine `u-ada/box` ran from 1:00 to 5:00 and was reported during that run. */
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

describe('the finding of checks on a report', () => {
  it.each<[string, NodeDevice[] | undefined, ReturnType<typeof failedAt> | undefined]>([
    ['its GPU fails the check after the run: proven', [device('A', given, reported, failed)], failedAt(6)],
    [
      'its GPU passes: noted, but no fault is proven',
      [device('A', given, reported, passed)],
      failedAt(6, null),
    ],
    ['no check yet', [device('A', given, reported)], undefined],
    ['the node is gone or reports no GPUs', undefined, undefined],
    ['a check before the report failed', [device('A', event(0, 'CheckFailed'), given, reported)], undefined],
    [
      'it passes, then fails a later check: the first counts',
      [device('A', reported, passed, event(9, 'CheckFailed'))],
      failedAt(6, null),
    ],
    [
      'another customer had it before its first check',
      [device('A', reported, event(6, 'Assigned', others), event(9, 'CheckFailed'))],
      failedAt(9),
    ],
    [
      'the machine now runs elsewhere, and its new GPU was never reported',
      [device('A', reported, failed), device('B', event(5, 'Assigned', ours))],
      failedAt(6),
    ],
    [
      'it was repaired before the check: it may be another GPU',
      [device('A', reported, event(5, 'Repaired'), failed)],
      undefined,
    ],
    [
      'it was quarantined before the check and fails',
      [device('A', reported, event(5, 'Quarantined'), failed)],
      failedAt(6),
    ],
    [
      'a check failed without identifying its GPU: the next counts',
      [device('A', reported, event(6, 'CheckUnclear'), event(7, 'CheckPassed'))],
      failedAt(7, null),
    ],
    ['the history has lost the report', [device('A', given, failed)], undefined],
    ['the report was about another machine', [device('A', event(2, 'Suspected', others), failed)], undefined],
    [
      'a Xid from the guest, not a report, made it suspect',
      [device('A', event(2, 'Suspected', { ...ours, xid: 79 }), failed)],
      undefined,
    ],
    [
      'an earlier run or an earlier machine of this name was reported',
      [device('A', event(0, 'Suspected', ours), failed)],
      undefined,
    ],
    ['a later run was', [device('A', event(6, 'Suspected', ours), event(7, 'CheckFailed'))], undefined],
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
      'both pass: noted at the time of the later check',
      [device('A', reported, event(8, 'CheckPassed')), device('B', reported, passed)],
      failedAt(8, null),
    ],
    ['a GPU that the machine did not have fails', [device('A', reported), device('B', failed)], undefined],
  ])('%s', (_, devices, expected) => {
    expect(findingOf(devices, run)).toEqual(expected);
  });

  it('an open run has no finding, unless a check shows that it has ended', () => {
    expect(findingOf([device('A', reported)], { ...run, to: null })).toBeUndefined();
    expect(findingOf([device('A', reported, failed)], { ...run, to: null })).toEqual(failedAt(6));
  });
});
