import { describe, expect, it } from '@jest/globals';
import { loadsOf } from './question.ts';

const series = (name: string, of: string, value: string) => ({
  metric: { namespace: 'u-mei', name, of },
  value: [1_767_225_600.5, value],
});
const answer = (...result: object[]) => ({ status: 'success', data: { resultType: 'vector', result } });

describe('the answer about loads', () => {
  it('is grouped by machine', () => {
    const loads = loadsOf(
      answer(
        series('a', 'highest', '4.5'),
        series('b', 'gpus', '8'),
        series('a', 'gpus', '1'),
        series('b', 'highest', '97'),
      ),
    );
    expect(Object.fromEntries(loads)).toEqual({
      'u-mei/a': { gpus: 1, highest: 4.5 },
      'u-mei/b': { gpus: 8, highest: 97 },
    });
  });

  it.each([
    ['the highest load', series('a', 'gpus', '1'), { gpus: 1, highest: Infinity }],
    ['the number of GPUs', series('a', 'highest', '0'), { gpus: 0, highest: 0 }],
  ])('without %s reports no machine as idle', (_, part, load) => {
    expect(loadsOf(answer(part)).get('u-mei/a')).toEqual(load);
  });

  it.each<[string, unknown]>([
    ['a refusal', { status: 'error', error: 'too many samples' }],
    ['a range vector', { status: 'success', data: { resultType: 'matrix', result: [] } }],
    ['series without a machine', answer({ metric: { of: 'gpus' }, value: [1, '8'] })],
    ['plain text', 'It works!'],
  ])('is not %s', (_, text) => {
    expect(() => loadsOf(text)).toThrow(/^The response is not a vector: /);
  });
});
