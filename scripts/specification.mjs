/**
 * Compares docs/specification-coverage.md with the tests: tests carry the ids of the statements they prove in their
 * names, as in `a new user has an empty wallet (SPEC-3.7)`; browser tests also in the names of their steps.
 */
import { createHash } from 'node:crypto';

const ID = /SPEC-\d+\.\d+/g;
const NOT_CHECKED = '## Not there yet';

/** Returns the ids in the document's tables, except those under "Not there yet". */
export function checkedIds(markdown) {
  const rows = markdown.split(NOT_CHECKED)[0].split('\n');
  return rows.filter((row) => row.startsWith('| SPEC-')).map((row) => row.match(ID)[0]);
}

/**
 * Returns digests of the document's fixed parts, one line each: the quoted lines of the specification by section, in
 * order, and every statement by its id, including those under "Not there yet".
 */
export function digestsOf(markdown) {
  const lines = [];
  let section = '';
  let quoted = 0;
  for (const line of markdown.split('\n')) {
    const [, heading] = line.match(/^## (\d+) /) ?? [];
    const [, quote] = line.match(/^> (.+)$/) ?? [];
    const [, id, statement] = line.match(/^\| (SPEC-\d+\.\d+) +\| (.*?) +\|/) ?? [];
    if (heading) [section, quoted] = [heading, 0];
    if (quote) lines.push(`section ${section}, line ${++quoted}: ${digest(quote)}`);
    if (id) lines.push(`${id}: ${digest(statement)}`);
  }
  return lines.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

/** Returns the tests of a Jest report, each `{ name, passed }`; none without a report. */
export function jestTests(report) {
  return (report?.testResults ?? [])
    .flatMap((file) => file.assertionResults)
    .map((test) => ({ name: test.fullName, passed: test.status === 'passed' }));
}

/** Returns the tests of a Playwright report likewise. A test that passed only on a retry has not passed. */
export function playwrightTests(report) {
  return (report?.suites ?? []).flatMap(testsOfSuite);
}

/**
 * Compares the document's ids with the tests.
 * @returns `unproven`: ids without a passed test; `unknown`: ids that tests name but the document does not check.
 */
export function compare(ids, tests) {
  const proven = new Set(tests.filter((test) => test.passed).flatMap(idsIn));
  const known = new Set(ids);
  return {
    unproven: ids.filter((id) => !proven.has(id)),
    unknown: [...new Set(tests.flatMap(idsIn))].filter((id) => !known.has(id)),
  };
}

/**
 * Returns how much of each section is proven in the running product.
 * @param browserTests tests of the whole product, see `playwrightTests`
 * @returns by section, in the document's order: `proven` of `total` ids, and whether this is at least a third.
 */
export function provenBySection(ids, browserTests) {
  const unproven = new Set(compare(ids, browserTests).unproven);
  return [...new Set(ids.map(sectionOf))].map((section) => {
    const its = ids.filter((id) => sectionOf(id) === section);
    const proven = its.filter((id) => !unproven.has(id)).length;
    return { section, proven, total: its.length, isEnough: 3 * proven >= its.length };
  });
}

function sectionOf(id) {
  return id.match(/\d+/)[0];
}

function digest(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function idsIn({ name }) {
  return name.match(ID) ?? [];
}

function testsOfSuite({ title, suites = [], specs = [] }) {
  const own = specs.map((spec) => ({ name: withSteps(spec), passed: spec.tests.every(hasPassed) }));
  return [...own, ...suites.flatMap(testsOfSuite)].map((test) => ({
    ...test,
    name: `${title} ${test.name}`,
  }));
}

/** Returns a spec's title and those of the steps that its last run reached. */
function withSteps({ title, tests }) {
  const titlesOf = ({ title, steps = [] }) => [title, ...steps.flatMap(titlesOf)];
  const steps = tests.flatMap(({ results }) => results.at(-1)?.steps ?? []);
  return [title, ...steps.flatMap(titlesOf)].join(' ');
}

function hasPassed({ status, results }) {
  return status === 'expected' && results.at(-1)?.status === 'passed';
}
