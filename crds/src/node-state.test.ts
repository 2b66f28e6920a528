import { describe, expect, it } from '@jest/globals';
import { nodeStateAt, plannedMaintenanceOf } from './node-state.ts';

const planned = {
  reason: 'A new power supply.',
  noticeSeconds: 900,
  startTime: '2026-11-28T02:00:00+08:00',
  endTime: '2026-11-28T06:00:00+08:00',
};

describe('a node with planned maintenance', () => {
  it.each([
    ['has the state of its spec before the notice', '2026-11-27T17:44:59Z', 'Active', 'Active'],
    ['is in maintenance from the notice on', '2026-11-27T17:45:00Z', 'Active', 'Maintenance'],
    ['is in maintenance even if it is inactive', '2026-11-27T18:00:00Z', 'Inactive', 'Maintenance'],
    ['stays in maintenance until the end', '2026-11-27T21:59:59Z', 'Active', 'Maintenance'],
    ['returns to the state of its spec at the end', '2026-11-27T22:00:00Z', 'Inactive', 'Inactive'],
    ['stays in Maintenance set by its spec', '2026-11-27T22:00:00Z', 'Maintenance', 'Maintenance'],
  ] as const)('%s', (_, now, state, expected) => {
    expect(nodeStateAt({ state, maintenance: planned }, new Date(now))).toBe(expected);
  });

  it('gives ten minutes of notice by default', () => {
    const { noticeSeconds: _, ...maintenance } = planned;
    const found = plannedMaintenanceOf({ maintenance }, new Date('2026-11-20T00:00:00Z'));
    expect(found?.noticeAt.toISOString()).toBe('2026-11-27T17:50:00.000Z');
  });

  it('has no planned maintenance with only a reason and a notice', () => {
    const maintenance = { reason: 'A new fan.', noticeSeconds: 30 };
    expect(plannedMaintenanceOf({ maintenance }, new Date('2026-11-20T00:00:00Z'))).toBeUndefined();
  });
});
