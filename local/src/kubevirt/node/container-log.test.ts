import { expect, it } from '@jest/globals';
import { partOfLog } from './container-log.ts';

it.each([
  ['all', '', 'one\r\ntwo\r\nthree'],
  ['the last lines', 'tailLines=2', 'two\r\nthree'],
  ['the first bytes', 'limitBytes=5', 'one\r\n'],
  ['the first bytes of the last lines', 'tailLines=2&limitBytes=4', 'two\r'],
  ['all where more is asked for', 'tailLines=9&limitBytes=99', 'one\r\ntwo\r\nthree'],
  ['nothing where none is asked for', 'tailLines=0', ''],
])('of a log is returned %s', (_, query, part) => {
  expect(partOfLog('one\r\ntwo\r\nthree', new URLSearchParams(query)).toString()).toBe(part);
});
