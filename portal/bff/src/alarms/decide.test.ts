import { describe, expect, it } from '@jest/globals';
import { decideAlarms, type TrackedAlarm } from './decide.ts';
import type { Observation } from './observe.ts';

const now = new Date('2026-11-26T10:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const node: Observation = {
  kind: 'NODE_NOT_READY',
  subject: 'gpu-1',
  parameters: { region: 'east' },
  condition: { reason: 'NodeLost', message: 'The node is lost.' },
};

/** Returns the node's stored alarm. */
const kept = (times: Partial<TrackedAlarm>): TrackedAlarm => ({
  ...node,
  id: '1',
  firstSeenAt: ago(60),
  openedAt: null,
  goneAt: null,
  ...times,
});
const open = { openedAt: ago(58) };

/** Returns the names of the changes. */
function happens(
  known: readonly TrackedAlarm[],
  observed: readonly Observation[],
  isUnknown = false,
): string[] {
  const decision = decideAlarms(known, observed, { now, isUnknown: () => isUnknown });
  return Object.entries(decision).flatMap(([name, alarms]) =>
    (alarms as unknown[]).length > 0 ? [name] : [],
  );
}

describe('a node that is not ready', () => {
  it.each<[string, readonly TrackedAlarm[], string[]]>([
    ['begins an alarm when it is first observed', [], ['begin']],
    ['is not reported within two minutes', [kept({ firstSeenAt: ago(1) })], []],
    ['is reported after two minutes', [kept({ firstSeenAt: ago(2) })], ['open']],
    ['is reported once', [kept(open)], []],
    ['that recovered for a moment is the same alarm', [kept({ ...open, goneAt: ago(3) })], ['comeBack']],
    [
      'with another cause changes its alarm',
      [kept({ ...open, condition: { reason: 'GpusMissing', message: '' } })],
      ['change'],
    ],
  ])('%s', (_, known, expected) => {
    expect(happens(known, [node])).toEqual(expected);
  });
});

describe('a node that is ready again', () => {
  it.each<[string, TrackedAlarm, string[]]>([
    ['before it was reported is forgotten', kept({}), ['forget']],
    ['is marked as gone', kept(open), ['leave']],
    ['does not end its alarm within five minutes', kept({ ...open, goneAt: ago(4) }), []],
    ['ends its alarm after five minutes', kept({ ...open, goneAt: ago(5) }), ['end']],
  ])('%s', (_, known, expected) => {
    expect(happens([known], [])).toEqual(expected);
  });

  it('leaves its alarm unchanged while its state is unknown', () => {
    expect(happens([kept(open)], [], true)).toEqual([]);
    expect(happens([kept({})], [], true)).toEqual([]);
  });
});
