import { describe, expect, it } from '@jest/globals';
import { allowedActions } from './allowed-actions.ts';

describe('the possible actions', () => {
  const there = { metadata: { name: 'box', uid: 'uid' } };

  it('let only operators schedule', () => {
    expect(allowedActions(there, 'PENDING', false)).toEqual(['stop', 'destroy']);
    expect(allowedActions(there, 'PENDING', true)).toContain('schedule');
    expect(allowedActions(there, 'RUNNING', false)).toEqual(['stop', 'restart', 'destroy']);
    expect(allowedActions(there, 'RUNNING', true)).toContain('schedule');
  });

  it('exclude scheduling a machine that is starting or stopping', () => {
    expect(allowedActions(there, 'STARTING', true)).not.toContain('schedule');
    expect(allowedActions(there, 'STOPPING', true)).not.toContain('schedule');
  });

  it('let only its owner move a running machine, and only before maintenance', () => {
    const plannedMaintenance = { reason: '', startTime: '', endTime: '', announcedAt: '' };
    const ahead = { ...there, status: { plannedMaintenance } };
    expect(allowedActions(ahead, 'RUNNING', false)).toContain('move');
    expect(allowedActions(ahead, 'RUNNING', true)).not.toContain('move');
    expect(allowedActions(ahead, 'STARTING', false)).not.toContain('move');
    expect(allowedActions(there, 'RUNNING', false)).not.toContain('move');
  });

  it('include keeping a machine off that would start after maintenance', () => {
    const halt = {
      reason: 'Maintenance',
      at: '2026-03-01T00:00:00Z',
      node: 'n',
      resume: 'Automatic' as const,
    };
    expect(allowedActions({ ...there, status: { halt } }, 'STOPPED', false)).toEqual([
      'stop',
      'start',
      'destroy',
    ]);
    const stays = { ...halt, resume: undefined };
    expect(allowedActions({ ...there, status: { halt: stays } }, 'STOPPED', false)).not.toContain('stop');
  });

  it('are empty while it is being destroyed', () => {
    expect(allowedActions(there, 'DESTROYING', true)).toEqual([]);
  });

  it('include canceling the order before the cluster has the workload', () => {
    const ordered = { metadata: { name: 'box' } };
    expect(allowedActions(ordered, 'PENDING', true)).toEqual(['destroy']);
    expect(allowedActions(ordered, 'FAILED', true)).toEqual([]);
  });
});
