import { describe, expect, it } from '@jest/globals';
import { changesOf } from './changes.ts';

const long = 'x'.repeat(400);

describe('the audit of a change', () => {
  it.each<[string, object, object, object]>([
    ['a field', { price: '12', unit: 'HOUR' }, { price: '15', unit: 'HOUR' }, { price: ['12', '15'] }],
    ['nothing if nothing changed', { tags: ['a'] }, { tags: ['a'] }, {}],
    ['a nested field', { at: { cpu: 4, gpu: 1 } }, { at: { cpu: 8, gpu: 1 } }, { 'at.cpu': [4, 8] }],
    ['a list as one field', { tags: ['a'] }, { tags: ['a', 'b'] }, { tags: [['a'], ['a', 'b']] }],
    ['a new value', { text: null }, { text: 'new' }, { text: [null, 'new'] }],
    ['a removed nested field', { texts: { en: 'a' } }, { texts: {} }, { 'texts.en': ['a', null] }],
    ['no difference between null and absent', { text: null }, {}, {}],
    [
      'a long text from the first difference',
      { text: `${long}, old` },
      { text: `${long}, new` },
      { text: [`…${'x'.repeat(18)}, old`, `…${'x'.repeat(18)}, new`] },
    ],
    [
      'the beginning of a long new text',
      { text: null },
      { text: long },
      { text: [null, `${'x'.repeat(300)}…`] },
    ],
  ])('%s', (_, before, after, changes) => {
    const said = Object.entries(changesOf(before, after, Object.keys({ ...before, ...after })));
    expect(Object.fromEntries(said.map(([field, { from, to }]) => [field, [from, to]]))).toEqual(changes);
  });

  it('leaves out unlisted fields', () => {
    expect(changesOf({ price: '1', etag: '1' }, { price: '1', etag: '2' }, ['price'])).toEqual({});
  });
});
