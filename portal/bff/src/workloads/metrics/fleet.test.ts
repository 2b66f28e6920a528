import { expect, it } from '@jest/globals';
import type { FleetSeries } from '@gpulease/contract/enums';
import { fleetSeriesOf } from './fleet.ts';

type Values = readonly (number | null)[];

const answered = (lines: Partial<Record<FleetSeries, Values>>) =>
  new Map(
    (Object.entries(lines) as [FleetSeries, Values][]).map(([of, values]) => [
      of,
      values.length === 0 ? [] : [{ gpu: undefined, values }],
    ]),
  );

it.each<[string, Partial<Record<FleetSeries, Values>>, Partial<Record<FleetSeries, Values>>]>([
  ['what the source returned', { TOTAL: [8, 8], SOLD: [4, 5] }, { TOTAL: [8, 8], SOLD: [4, 5] }],
  [
    'no running GPUs where GPUs were counted',
    { TOTAL: [8, null], IN_USE: [] },
    { TOTAL: [8, null], IN_USE: [0, null] },
  ],
  [
    'no measured machines where machines ran',
    { IN_USE: [2, null], MEASURED: [null, null] },
    { IN_USE: [2, null], MEASURED: [0, null] },
  ],
  ['no use where nothing was measured', { TOTAL: [8, 8], BUSY: [] }, { TOTAL: [8, 8], BUSY: [null, null] }],
  [
    'nothing where nothing was counted',
    { TOTAL: [], IN_USE: [] },
    { TOTAL: [null, null], IN_USE: [null, null] },
  ],
])('the fleet has %s', (_, answers, expected) => {
  const read = fleetSeriesOf(answered(answers), 2);
  expect(Object.fromEntries(read.map(({ of, values }) => [of, values]))).toEqual(expected);
});
