import { expect, it } from '@jest/globals';
import { partOfLog } from './container-log.ts';

it.each([
  ['all', '', 'one\r\ntwo\r\nthree'],
  ['the last lines', 'tailLines=2', 'two\r\nthree'],
  ['the first bytes', 'limitBytes=5', 'one\r\n'],
  ['the first bytes of the last lines', 'tailLines=2&limitBytes=4', 'two\r'],
  ['all if more is requested', 'tailLines=9&limitBytes=99', 'one\r\ntwo\r\nthree'],
  ['nothing if no lines are requested', 'tailLines=0', ''],
])('a log request returns %s', (_, query, part) => {
  expect(partOfLog('one\r\ntwo\r\nthree', new URLSearchParams(query)).toString()).toBe(part);
});
