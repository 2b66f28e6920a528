import { conditionTypes, fundedReasons, type Workload } from '@gpulease/crds';
import { describe, expect, it } from '@jest/globals';
import { explanation } from './explanation.ts';

const waits = { reason: 'Unschedulable', message: 'No node has room.' };
const refused = { reason: fundedReasons.insufficientFunds, message: 'The balance is too low.' };
const funded = { type: conditionTypes.funded, lastTransitionTime: '2026-03-01T10:00:00Z', ...refused };
const maintained = { reason: 'Maintenance', message: 'Stopped (a fan).', parameters: { why: 'a fan' } };
const nothing = { reason: '', message: '' };

function inPhase(status: Workload['status']): Workload {
  return { status } as Workload;
}

describe('the reason for a state', () => {
  it.each([
    ["is the operator's", inPhase({ phase: 'Pending', ...waits }), 'PENDING', waits],
    ['is empty before the operator has seen the workload', inPhase(undefined), 'PENDING', nothing],
    ['has the values that it names', inPhase({ phase: 'Stopped', ...maintained }), 'STOPPED', maintained],
    [
      'is not that of the stop once a start is requested',
      inPhase({ phase: 'Stopped', reason: 'StopRequested', message: 'Stopped.' }),
      'PENDING',
      nothing,
    ],
    [
      'is not that of the wait once it is switched off',
      inPhase({ phase: 'Pending', ...waits }),
      'STOPPED',
      nothing,
    ],
    [
      'is the refusal if money is missing',
      inPhase({ phase: 'Pending', ...waits, conditions: [{ ...funded, status: 'False' }] }),
      'PENDING',
      refused,
    ],
    [
      'is not an earlier refusal while it runs',
      inPhase({ phase: 'Running', ...waits, conditions: [{ ...funded, status: 'False' }] }),
      'RUNNING',
      waits,
    ],
  ] as const)('%s', (_, workload, shown, expected) => {
    expect(explanation(workload, shown)).toEqual(expected);
  });
});
