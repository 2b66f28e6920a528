import { expect, it } from '@jest/globals';
import { statusAfterPowerCut } from './power-cut.ts';

const running = {
  metadata: { name: 'trainer', namespace: 'u-1' },
  status: {
    phase: 'Running',
    phaseTransitionTimestamps: [{ phase: 'Running', phaseTransitionTimestamp: '2026-11-21T08:00:00Z' }],
  },
};

it('ends a running machine when its host went off, and keeps when it began', () => {
  expect(statusAfterPowerCut(running, new Date('2026-11-21T09:00:00Z'))).toMatchObject({
    phase: 'Failed',
    phaseTransitionTimestamps: [
      { phase: 'Running', phaseTransitionTimestamp: '2026-11-21T08:00:00Z' },
      { phase: 'Failed', phaseTransitionTimestamp: '2026-11-21T09:00:00.000Z' },
    ],
  });
});
