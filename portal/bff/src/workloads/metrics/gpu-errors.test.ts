import { describe, expect, it } from '@jest/globals';
import { gpuErrorsOf } from './gpu-errors.ts';

const window = { startMs: 0, stepMs: 60_000, overMs: 120_000, points: 3 };
const errorsOf = (values: (number | null)[]) => gpuErrorsOf('XID', [{ gpu: 1, values }], window);

describe('the errors of a GPU', () => {
  it.each([
    ['are the last ones reported', [31, 79, 79], 79, '1970-01-01T00:02:00.000Z'],
    ['remain after the machine restarts', [31, null, 0], 31, '1970-01-01T00:00:00.000Z'],
    ['are a whole number, whatever the guest reports', [0.2], 1, '1970-01-01T00:00:00.000Z'],
    ['are capped at a readable number', [1e300], 1_000_000_000, '1970-01-01T00:00:00.000Z'],
  ])('%s', (_, values, value, at) => {
    expect(errorsOf(values)).toEqual([{ kind: 'XID', gpu: 1, value, at }]);
  });

  it.each([
    ['none occurred', [null, 0, 0]],
    ['nothing is measured', []],
    ['the guest reports nonsense', [-3]],
  ])('are empty if %s', (_, values) => {
    expect(errorsOf(values)).toEqual([]);
  });

  it('require the number of a GPU', () => {
    expect(gpuErrorsOf('XID', [{ gpu: undefined, values: [79] }], window)).toEqual([]);
  });
});
