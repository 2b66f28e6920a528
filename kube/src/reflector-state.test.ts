import { describe, expect, it } from '@jest/globals';
import { ApiError } from './api-error.ts';
import {
  countFailures,
  nextState,
  requiresRelist,
  type ReflectorOutcome,
  type ReflectorState,
} from './reflector-state.ts';

const empty: ReflectorState = { name: 'Empty' };
const inPages: ReflectorState = { name: 'InitPage', continueToken: 'page-2' };
const listed: ReflectorState = { name: 'InitListed', resourceVersion: '7' };
const watching: ReflectorState = { name: 'Watching', resourceVersion: '9' };
const lastPage: ReflectorOutcome = { type: 'PageRead', resourceVersion: '7', continueToken: undefined };
const failed: ReflectorOutcome = { type: 'Failed', relist: false };
const gone: ReflectorOutcome = { type: 'Failed', relist: true };

describe('the next state of a reflector', () => {
  const cases: [string, ReflectorState, ReflectorOutcome, ReflectorState][] = [
    [
      'a first page with more to come',
      empty,
      { type: 'PageRead', resourceVersion: '7', continueToken: 'page-2' },
      inPages,
    ],
    ['a list that fits one page', empty, lastPage, listed],
    ['the last of many pages', inPages, lastPage, listed],
    ['a watch that opens', listed, { type: 'WatchOpened' }, { name: 'Watching', resourceVersion: '7' }],
    [
      'an event moves the resourceVersion',
      watching,
      { type: 'EventRead', resourceVersion: '12' },
      { name: 'Watching', resourceVersion: '12' },
    ],
    [
      'a watch that ends normally resumes where it was',
      watching,
      { type: 'WatchEnded', relist: false },
      { name: 'InitListed', resourceVersion: '9' },
    ],
    ['a watch that ends when a relist is due', watching, { type: 'WatchEnded', relist: true }, empty],
    [
      'a watch that breaks resumes where it was',
      watching,
      failed,
      { name: 'InitListed', resourceVersion: '9' },
    ],
    ['a watch that cannot be opened is retried', listed, failed, listed],
    ['a list that fails is retried', empty, failed, empty],
    ['a page that fails is retried', inPages, failed, inPages],
    ['an expired continue token starts over', inPages, gone, empty],
    ['an expired resourceVersion starts over', listed, gone, empty],
    ['an open watch that expires starts over', watching, gone, empty],
    ['an impossible outcome changes nothing', empty, { type: 'WatchOpened' }, empty],
  ];

  it.each(cases)('%s', (_, state, outcome, expected) => {
    expect(nextState(state, outcome)).toEqual(expected);
  });
});

describe('consecutive failures', () => {
  const ended: ReflectorOutcome = { type: 'WatchEnded', relist: false };
  it.each([
    { of: 'a first failure', before: 0, outcome: failed, watchedMs: 0, after: 1 },
    { of: 'another failure', before: 3, outcome: failed, watchedMs: 0, after: 4 },
    {
      of: 'a list that succeeds, since the watch after it may fail',
      before: 3,
      outcome: lastPage,
      watchedMs: 0,
      after: 3,
    },
    { of: 'a watch that ends normally right away', before: 0, outcome: ended, watchedMs: 50, after: 1 },
    {
      of: 'a watch that ends normally after a long time',
      before: 3,
      outcome: ended,
      watchedMs: 290_000,
      after: 0,
    },
    { of: 'a watch that breaks after a long time', before: 3, outcome: failed, watchedMs: 60_000, after: 1 },
  ])('$of', ({ before, outcome, watchedMs, after }) => {
    expect(countFailures(before, outcome, watchedMs)).toBe(after);
  });
});

describe('errors that require a relist', () => {
  const cases: [string, unknown, boolean][] = [
    ['410', new ApiError({ code: 410, reason: 'Expired', message: 'too old resource version' }), true],
    [
      'a resourceVersion that the server has not reached, as after a restore of etcd',
      new ApiError({
        code: 504,
        reason: 'Timeout',
        message: '',
        details: { causes: [{ reason: 'ResourceVersionTooLarge' }] },
      }),
      true,
    ],
    ['500', new ApiError({ code: 500, reason: 'InternalError', message: 'etcd has no leader' }), false],
    ['no connection', new ApiError({ code: 503, reason: 'Unavailable', message: 'refused' }), false],
    ['anything else', new Error('broken'), false],
  ];

  it.each(cases)('%s', (_, error, expected) => {
    expect(requiresRelist(error)).toBe(expected);
  });

  it('repeated 500s, as at the edge of a compaction', () => {
    const message = 'etcd event received with PrevKv=nil';
    expect(requiresRelist(new ApiError({ code: 500, reason: 'InternalError', message }), 3)).toBe(true);
  });
});
