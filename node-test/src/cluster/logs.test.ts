import { expect, it } from '@jest/globals';
import { isUnexplained } from './logs.ts';

const startedAt = '2026-11-27T10:00:00Z';
const unreached = (time: string) =>
  JSON.stringify({ level: 50, time, err: { message: 'connect ECONNREFUSED 10.96.20.20:5432' } });

it.each([
  ['an error by number', '{"level":50,"msg":"The books are not in order"}', true],
  ['an end by name', '{"level":"fatal","msg":"No settings"}', true],
  ['a warning', '{"level":40,"msg":"Slow"}', false],
  ['a warning by name', '{"level":"warn","msg":"Slow"}', false],
  ['a line that is not JSON, as of a program that could not start', 'SyntaxError: Unexpected token', true],
  ['an empty line', '', false],
  ['a failed connection while the firewall did not know the pod', unreached('2026-11-27T10:00:20Z'), false],
  ['a failed connection later', unreached('2026-11-27T10:05:00Z'), true],
])('%s', (_, line, expected) => {
  expect(isUnexplained(line, startedAt)).toBe(expected);
});
