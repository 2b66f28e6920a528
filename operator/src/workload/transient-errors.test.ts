import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@gpulease/kube';
import { NOW } from '../testing/scope.ts';
import { TransientErrors } from './transient-errors.ts';
import type { Failure } from './causes/cause.ts';

const failure = (error?: unknown): Failure => ({ reason: 'ServiceRefused', message: 'No.', error });
const answer = (code: number, reason: string) => failure(new ApiError({ code, reason, message: reason }));
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

describe('an error of the API server', () => {
  it.each<[what: string, failure: Failure, isTold: boolean]>([
    ['a quota that is used up', answer(403, 'Forbidden'), true],
    ['a refusal by a webhook', answer(400, 'BadRequest'), true],
    ['an invalid object', answer(422, 'Invalid'), true],
    ['something that is known without asking', failure(), true],
    ['a race', answer(409, 'Conflict'), false],
    ['an API server that is busy', answer(429, 'TooManyRequests'), false],
    ['an API server that is away', answer(503, 'Unavailable'), false],
    ['an error within the API server', answer(500, 'InternalError'), false],
    ['a fault of ours', failure(new TypeError('x is undefined')), false],
  ])('is told at once when it is a refusal: %s', (_, one, isTold) => {
    expect(new TransientErrors().told('a', [one], NOW)).toEqual(isTold ? [one] : []);
  });

  it('is told when it has lasted for half a minute, and not when it came and went', () => {
    const errors = new TransientErrors();
    const away = answer(503, 'Unavailable');
    expect(errors.told('a', [away], NOW)).toEqual([]);
    expect(errors.told('b', [away], after(29))).toEqual([]);
    expect(errors.told('a', [away], after(30))).toEqual([away]);
    expect(errors.told('a', [], after(31))).toEqual([]);
    expect(errors.told('a', [away], after(60))).toEqual([]);
  });
});
