import { existsSync, readFileSync } from 'node:fs';

/**
 * How many tests a Jest report counts. A run that failed without a failed test, or left no report, counts as one failure.
 * Skipped tests count as neither.
 */
export function countJest(reportFile, succeeded) {
  const report = readReport(reportFile);
  const brokenFiles = report?.numRuntimeErrorTestSuites ?? 0;
  return orOneFailure(
    { passed: report?.numPassedTests ?? 0, failed: (report?.numFailedTests ?? 0) + brokenFiles },
    succeeded,
  );
}

/** How many tests a Playwright report counts, by the same rule. A test that passed only when tried again has failed. */
export function countPlaywright(reportFile, succeeded) {
  const { expected = 0, unexpected = 0, flaky = 0 } = readReport(reportFile)?.stats ?? {};
  return orOneFailure({ passed: expected, failed: unexpected + flaky }, succeeded);
}

/** The sum of several results. */
export function addUp(results) {
  return results.reduce(
    (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
    { passed: 0, failed: 0 },
  );
}

function orOneFailure(result, succeeded) {
  return succeeded || result.failed > 0 ? result : { ...result, failed: 1 };
}

/** A test runner's JSON report; undefined when there is none. */
export function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
