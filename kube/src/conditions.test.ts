import { describe, expect, it } from '@jest/globals';
import { findCondition, isConditionTrue, setCondition } from './conditions.ts';

const morning = new Date('2026-05-01T08:00:00.987Z');
const evening = new Date('2026-05-01T20:00:00.123Z');
const ready = {
  type: 'Ready',
  status: 'True',
  reason: 'AllGood',
  message: 'It runs.',
  observedGeneration: 1,
} as const;
const placed = {
  type: 'Placed',
  status: 'True',
  reason: 'Fits',
  message: '',
  observedGeneration: 1,
} as const;

describe('setting a condition', () => {
  it('adds a new one with a time in whole seconds', () => {
    expect(setCondition(undefined, ready, morning)).toEqual([
      { ...ready, lastTransitionTime: '2026-05-01T08:00:00Z' },
    ]);
  });

  it('truncates a message to the maximum length, and writes it once', () => {
    const long = { ...ready, message: 'x'.repeat(1025) };
    const before = setCondition([], long, morning);
    expect(before[0]?.message).toBe(`${'x'.repeat(1023)}…`);
    expect(setCondition(before, long, evening)).toBe(before);
    const fitting = { ...ready, message: 'x'.repeat(1024) };
    expect(setCondition([], fitting, morning)[0]?.message).toBe(fitting.message);
  });

  it('returns the same list when nothing changes', () => {
    const before = setCondition([], ready, morning);
    expect(setCondition(before, { ...ready }, evening)).toBe(before);
  });

  it('keeps the time while only fields other than the status change', () => {
    const before = setCondition([], ready, morning);
    const after = setCondition(
      before,
      { ...ready, reason: 'Better', message: 'It runs well.', observedGeneration: 2 },
      evening,
    );
    expect(after).toEqual([
      {
        type: 'Ready',
        status: 'True',
        reason: 'Better',
        message: 'It runs well.',
        observedGeneration: 2,
        lastTransitionTime: '2026-05-01T08:00:00Z',
      },
    ]);
  });

  it('updates the time when the status changes, and keeps the order of the list', () => {
    const before = setCondition(setCondition([], ready, morning), placed, morning);
    const after = setCondition(before, { ...ready, status: 'False' }, evening);
    expect(after.map(({ type, status, lastTransitionTime }) => [type, status, lastTransitionTime])).toEqual([
      ['Ready', 'False', '2026-05-01T20:00:00Z'],
      ['Placed', 'True', '2026-05-01T08:00:00Z'],
    ]);
    expect(before[0]?.status).toBe('True');
  });
});

describe('reading conditions', () => {
  const conditions = setCondition([], { ...ready, status: 'Unknown' }, morning);

  it('finds one by type', () => {
    expect(findCondition(conditions, 'Ready')?.reason).toBe('AllGood');
    expect(findCondition(conditions, 'Placed')).toBeUndefined();
    expect(findCondition(undefined, 'Ready')).toBeUndefined();
  });

  it('counts only True as true', () => {
    expect(isConditionTrue(conditions, 'Ready')).toBe(false);
    expect(isConditionTrue(setCondition([], ready, morning), 'Ready')).toBe(true);
    expect(isConditionTrue(undefined, 'Ready')).toBe(false);
  });
});
