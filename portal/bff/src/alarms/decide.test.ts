import { describe, expect, it } from '@jest/globals';
import { decideAlarms, type Known } from './decide.ts';
import type { Observation } from './observe.ts';

const now = new Date('2026-11-26T10:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const node: Observation = {
  kind: 'NODE_NOT_READY',
  subject: 'gpu-1',
  parameters: { region: 'east' },
  condition: { reason: 'NodeLost', message: 'The node is lost.' },
};

/** The node's alarm as it is kept. */
const kept = (times: Partial<Known>): Known => ({
  ...node,
  id: '1',
  firstSeenAt: ago(60),
  openedAt: null,
  goneAt: null,
  ...times,
});
const open = { openedAt: ago(58) };

/** What happens to it, by name. */
function happens(known: readonly Known[], observed: readonly Observation[], isUnknown = false): string[] {
  const decision = decideAlarms(known, observed, { now, isUnknown: () => isUnknown });
  return Object.entries(decision).flatMap(([name, alarms]) =>
    (alarms as unknown[]).length > 0 ? [name] : [],
  );
}

describe('a node that is not ready', () => {
  it.each<[string, readonly Known[], string[]]>([
    ['is kept when it is seen first', [], ['begin']],
    ['is not told of for two minutes', [kept({ firstSeenAt: ago(1) })], []],
    ['is told of then', [kept({ firstSeenAt: ago(2) })], ['open']],
    ['is told of once', [kept(open)], []],
    ['that had been away for a moment is the same alarm', [kept({ ...open, goneAt: ago(3) })], ['comeBack']],
    [
      'with another cause keeps its alarm, which says so',
      [kept({ ...open, condition: { reason: 'GpusMissing', message: '' } })],
      ['change'],
    ],
  ])('%s', (_, known, expected) => {
    expect(happens(known, [node])).toEqual(expected);
  });
});

describe('a node that is ready again', () => {
  it.each<[string, Known, string[]]>([
    ['before anybody was told is forgotten', kept({}), ['forget']],
    ['is noted', kept(open), ['leave']],
    ['is not over for five minutes', kept({ ...open, goneAt: ago(4) }), []],
    ['is over then', kept({ ...open, goneAt: ago(5) }), ['end']],
  ])('%s', (_, known, expected) => {
    expect(happens([known], [])).toEqual(expected);
  });

  it('stays as it is while nobody can say', () => {
    expect(happens([kept(open)], [], true)).toEqual([]);
    expect(happens([kept({})], [], true)).toEqual([]);
  });
});
