import { expect, it } from '@jest/globals';
import { statusAfterPowerCut } from './power-cut.ts';

it('marks a running machine as failed because of its host, and retains its start time', () => {
  const running = {
    phase: 'Running',
    phaseTransitionTimestamps: [{ phase: 'Running', phaseTransitionTimestamp: '2026-11-21T08:00:00Z' }],
  };
  expect(statusAfterPowerCut(running, new Date('2026-11-21T09:00:00Z'))).toEqual({
    phase: 'Failed',
    reason: 'NodeUnresponsive',
    phaseTransitionTimestamps: [
      { phase: 'Running', phaseTransitionTimestamp: '2026-11-21T08:00:00Z' },
      { phase: 'Failed', phaseTransitionTimestamp: '2026-11-21T09:00:00.000Z' },
    ],
  });
});
