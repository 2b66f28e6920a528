import { expect, it } from '@jest/globals';
import { otherThanPromised, promisedOf } from './packets.ts';

const somewhere = { address: '10.0.0.1', port: 1 };

it('checks a sender against the table for the targets that exist', () => {
  const addresses = { database: somewhere, 'API server': somewhere, kubelet: somewhere };
  const promised = promisedOf('operator', addresses);
  expect(promised.map(({ target, isReached }) => [target, isReached])).toEqual([
    ['database', false],
    ['API server', true],
  ]);
  expect(otherThanPromised(promised, ['is silent', 'answers'])).toEqual([]);
  expect(otherThanPromised(promised, ['refuses', 'answers'])).toEqual([]);
  expect(otherThanPromised(promised, ['answers', 'is silent'])).toEqual([
    'database answers',
    'API server is silent',
  ]);
  expect(otherThanPromised(promised, [])).toEqual(['API server is not tried']);
});
