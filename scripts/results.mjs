import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const LINES_OF_A_FAILURE = 12;

/**
 * Counts the results of a Jest report: `{ passed, failures }`, with a text for each failure. A run that failed without a
 * failed test, or left no report, counts as one failure. Skipped tests count as neither.
 * @param run `{ name, report, succeeded }`: `report` from `readReport`, `succeeded` whether the runner exited with 0
 */
export function countJest({ name, report, succeeded }) {
  const files = report?.testResults ?? [];
  return orOneFailure(
    { passed: report?.numPassedTests ?? 0, failures: files.flatMap(failuresOfFile) },
    { name, succeeded },
  );
}

/** Counts the results of a Playwright report likewise. A test that passed only on a retry has failed. */
export function countPlaywright({ name, report, succeeded }) {
  const failures = (report?.suites ?? []).flatMap(specsOf).flatMap(failuresOfSpec);
  return orOneFailure({ passed: report?.stats?.expected ?? 0, failures }, { name, succeeded });
}

/** Counts a check that passes or fails as a whole; only its failure counts. */
export function countCheck(name, succeeded) {
  return orOneFailure({ passed: 0, failures: [] }, { name, succeeded });
}

/** Adds up several results. */
export function addUp(results) {
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failures: results.flatMap(({ failures }) => failures),
  };
}

function failuresOfFile({ name, status, message, assertionResults }) {
  if (status !== 'failed') return [];
  const file = relative('', name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  // The file failed to run, or its teardown failed.
  if (failed.length === 0) return [`${file}\n${beginning(message)}`];
  return failed.map((test) => `${file} › ${test.fullName}\n${beginning(test.failureMessages[0])}`);
}

function specsOf({ suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

function failuresOfSpec({ file, line, title, tests }) {
  return tests
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ status, results }) => {
      const error = results.find((result) => result.error)?.error;
      return `${file}:${line} › ${title} (${status})\n${beginning(error?.message)}`;
    });
}

function beginning(text = '') {
  const lines = stripVTControlCharacters(text).split('\n').slice(0, LINES_OF_A_FAILURE);
  return lines.map((line) => `    ${line}`).join('\n');
}

function orOneFailure(result, { name, succeeded }) {
  return succeeded || result.failures.length > 0 ? result : { ...result, failures: [name] };
}

/** Returns a test runner's JSON report; undefined if there is none. */
export function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
