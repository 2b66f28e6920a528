import { describe, expect, it } from '@jest/globals';
import { graphsOf, type Answered } from './graphs.ts';
import { seriesOf } from './matrix.ts';

const window = { startMs: 1_000_000, stepMs: 30_000, overMs: 120_000, points: 4 };
const answerOf = (result: unknown, resultType = 'matrix') => ({
  status: 'success',
  data: { resultType, result },
});

describe('an answer', () => {
  it('is aligned with the points of the window, with gaps', () => {
    const values = [
      [970, '9'],
      [1_000, '1.5'],
      [1_060.4, '3'],
      [1_090, '4'],
      [1_120, '9'],
    ];
    expect(seriesOf(answerOf([{ metric: {}, values }]), window)).toEqual([
      { gpu: undefined, values: [1.5, null, 3, 4] },
    ]);
  });

  it.each(['NaN', '+Inf', '-Inf', 'nonsense'])('has a gap for %s', (text) => {
    const [series] = seriesOf(answerOf([{ metric: {}, values: [[1_000, text]] }]), window);
    expect(series?.values).toEqual([null, null, null, null]);
  });

  it('has GPUs in numerical order, and none without a number', () => {
    const labels = ['10', '2', '0', '', '-1', '1"}', 'DROP TABLE'];
    const result = labels.map((gpu) => ({ metric: { gpu, name: '<b>' }, values: [[1_000, '7']] }));
    expect(seriesOf(answerOf(result), window).map(({ gpu }) => gpu)).toEqual([0, 2, 10]);
  });

  it.each([
    ['a refusal', { status: 'error', errorType: 'bad_data', error: 'parse error' }, /parse error/],
    ['a vector', answerOf([], 'vector'), /not a matrix/],
    ['values that are numbers', answerOf([{ metric: {}, values: [[1, 2]] }]), /not a matrix/],
    ['nothing', null, /not a matrix/],
  ])('is rejected if it is %s', (_, answer, message) => {
    expect(() => seriesOf(answer, window)).toThrow(message);
  });
});

describe('graphs', () => {
  const answered = (change: Partial<Answered>): Answered => ({
    ...{ metric: 'MEMORY', of: 'USED', query: '', factor: 1, series: [] },
    ...change,
  });
  const values = [1, null, 0];

  it('have their lines in the unit of the contract, and their limit', () => {
    const graphs = graphsOf([
      answered({
        metric: 'GPU_MEMORY',
        factor: 1_048_576,
        series: [
          { gpu: 0, values },
          { gpu: 1, values: [2, 2, 2] },
        ],
      }),
      answered({
        metric: 'GPU_MEMORY',
        of: 'LIMIT',
        factor: 1_048_576,
        series: [{ gpu: 0, values: [null, 80, 79] }],
      }),
    ]);
    expect(graphs).toEqual([
      {
        metric: 'GPU_MEMORY',
        unit: 'BYTES',
        limit: 83_886_080,
        series: [
          { of: 'USED', gpu: 0, values: [1_048_576, null, 0] },
          { of: 'USED', gpu: 1, values: [2_097_152, 2_097_152, 2_097_152] },
        ],
      },
    ]);
  });

  it('have no lines if nothing was measured', () => {
    const graphs = graphsOf([answered({}), answered({ of: 'LIMIT' }), answered({ metric: 'CPU' })]);
    expect(graphs).toEqual([
      { metric: 'CPU', unit: 'PERCENT', limit: 100, series: [] },
      { metric: 'MEMORY', unit: 'BYTES', limit: null, series: [] },
    ]);
  });
});
