import { describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { addUp, countCheck, countJest, countPlaywright } from './results.mjs';

const assertion = (fullName, status, ...failureMessages) => ({ fullName, status, failureMessages });
const jestReport = (...testResults) => ({ numPassedTests: 1, testResults });
const file = (name, message, ...assertionResults) => ({
  name: join(process.cwd(), name),
  status: message ? 'failed' : 'passed',
  message,
  assertionResults,
});

describe('a Jest report', () => {
  const passes = file('kube/a.test.ts', '', assertion('a', 'passed'), assertion('b', 'pending'));
  test.each([
    ['without failed tests names none', [passes], true, []],
    [
      'names each failed test, with its file and the beginning of its message',
      [
        passes,
        file('kube/b.test.ts', 'x', assertion('is told', 'failed', '\u001b[31mexpected 1\u001b[39m\nat b')),
      ],
      false,
      ['kube/b.test.ts › is told\n    expected 1\n    at b'],
    ],
    [
      'names a file that failed to run',
      [passes, file('kube/b.test.ts', 'Cannot find module')],
      false,
      ['kube/b.test.ts\n    Cannot find module'],
    ],
    [
      'names a file that failed after its tests, beside others that failed',
      [
        file('kube/b.test.ts', 'Cannot find module'),
        file('kube/c.test.ts', 'afterAll', assertion('c', 'passed')),
      ],
      false,
      ['kube/b.test.ts\n    Cannot find module', 'kube/c.test.ts\n    afterAll'],
    ],
    ['counts a run that failed without a failed test', [passes], false, ['Unit tests']],
  ])('%s', (_case, files, succeeded, failures) => {
    const run = { name: 'Unit tests', report: jestReport(...files), succeeded };
    expect(countJest(run)).toEqual({ passed: 1, failures });
  });

  test('that is missing counts as one failure', () => {
    expect(countJest({ name: 'Unit tests', report: undefined, succeeded: false })).toEqual({
      passed: 0,
      failures: ['Unit tests'],
    });
  });
});

describe('a Playwright report', () => {
  const spec = (status, ...results) => ({
    file: 'a.spec.ts',
    line: 7,
    title: 'walks',
    tests: [{ status, results }],
  });
  const report = (...specs) => ({ stats: { expected: 1 }, suites: [{ suites: [{ specs }] }] });
  const failed = { error: { message: 'Timeout' } };
  test.each([
    ['names none if all passed', [spec('expected', {}), spec('skipped')], true, []],
    [
      'names a failed test',
      [spec('unexpected', failed)],
      false,
      ['a.spec.ts:7 › walks (unexpected)\n    Timeout'],
    ],
    [
      'names a test that passed only on a retry',
      [spec('flaky', failed, {})],
      true,
      ['a.spec.ts:7 › walks (flaky)\n    Timeout'],
    ],
  ])('%s', (_case, specs, succeeded, failures) => {
    const run = { name: 'Browser tests', report: report(...specs), succeeded };
    expect(countPlaywright(run)).toEqual({ passed: 1, failures });
  });
});

test('adds up results, not counting a passed check as a test', () => {
  expect(addUp([countCheck('Lint', false), countCheck('Types', true), { passed: 3, failures: [] }])).toEqual({
    passed: 3,
    failures: ['Lint'],
  });
});
