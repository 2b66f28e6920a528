import { expect, it } from '@jest/globals';
import { nextStep } from './next-step.ts';
import type { Checked } from './verdict.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 31, 12, minute));
const machine = (verdict?: Checked['verdict'], minute = 15): Checked => ({
  ...{ id: undefined, verdict, deadline: at(minute) },
});
const idle = { isDue: true, room: 3, machines: [], isClearing: false };

it.each<[what: string, situation: Parameters<typeof nextStep>[0], step: object]>([
  ['starts as many machines as there is room for', idle, { do: 'Start', count: 3 }],
  ['does not start when no check is due', { ...idle, isDue: false }, { do: 'Wait' }],
  ['does not start without room', { ...idle, room: 0 }, { do: 'Wait' }],
  ['does not start before the previous machines are gone', { ...idle, isClearing: true }, { do: 'Wait' }],
  [
    'waits for the first deadline of the unfinished machines',
    { ...idle, machines: [machine('Passed', 5), machine(undefined, 15), machine(undefined, 12)] },
    { do: 'Wait', until: at(12) },
  ],
  [
    'finishes when all machines are done',
    { ...idle, isDue: false, machines: [machine('Passed'), machine('Unknown')] },
    { do: 'Finish' },
  ],
  [
    'gives way to a customer',
    { ...idle, room: 1, machines: [machine(), machine('Failed')] },
    { do: 'GiveWay' },
  ],
  [
    'gives way when the node may no longer run checks',
    { ...idle, room: 0, machines: [machine('Failed')] },
    { do: 'GiveWay' },
  ],
])('%s', (_, situation, step) => {
  expect(nextStep(situation)).toEqual(step);
});
