/**
 * Holds docs/specification-coverage.md against what was tested: tests carry the ids of the statements that they prove
 * in their names, as in `a new user has an empty wallet (SPEC-3.7)`.
 */
const ID = /SPEC-\d+\.\d+/g;
const NOT_CHECKED = '## Not there yet';

/** The ids of the document's tables; what stands under "Not there yet" is not checked. */
export function checkedIds(markdown) {
  const rows = markdown.split(NOT_CHECKED)[0].split('\n');
  return rows.filter((row) => row.startsWith('| SPEC-')).map((row) => row.match(ID)[0]);
}

/** The tests of a Jest report, each `{ name, passed }`; none when there is no report. */
export function jestTests(report) {
  return (report?.testResults ?? [])
    .flatMap((file) => file.assertionResults)
    .map((test) => ({ name: test.fullName, passed: test.status === 'passed' }));
}

/** The tests of a Playwright report, by the same rule. A test that passed only when tried again has not passed. */
export function playwrightTests(report) {
  return (report?.suites ?? []).flatMap(testsOfSuite);
}

/**
 * Compares the document's ids with the tests.
 * @returns `unproven`: ids without a passed test; `unknown`: ids that tests name and the document does not check.
 */
export function compare(ids, tests) {
  const proven = new Set(tests.filter((test) => test.passed).flatMap(idsIn));
  const known = new Set(ids);
  return {
    unproven: ids.filter((id) => !proven.has(id)),
    unknown: [...new Set(tests.flatMap(idsIn))].filter((id) => !known.has(id)),
  };
}

function idsIn({ name }) {
  return name.match(ID) ?? [];
}

function testsOfSuite({ title, suites = [], specs = [] }) {
  const own = specs.map((spec) => ({ name: spec.title, passed: spec.tests.every(hasPassed) }));
  return [...own, ...suites.flatMap(testsOfSuite)].map((test) => ({
    ...test,
    name: `${title} ${test.name}`,
  }));
}

function hasPassed({ status, results }) {
  return status === 'expected' && results.at(-1)?.status === 'passed';
}
