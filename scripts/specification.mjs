/**
 * Holds docs/specification-coverage.md against what was tested: tests carry the ids of the statements that they prove
 * in their names, as in `a new user has an empty wallet (SPEC-3.7)`, and browser tests in the names of their steps, too.
 */
import { createHash } from 'node:crypto';

const ID = /SPEC-\d+\.\d+/g;
const NOT_CHECKED = '## Not there yet';

/** The ids of the document's tables; what stands under "Not there yet" is not checked. */
export function checkedIds(markdown) {
  const rows = markdown.split(NOT_CHECKED)[0].split('\n');
  return rows.filter((row) => row.startsWith('| SPEC-')).map((row) => row.match(ID)[0]);
}

/**
 * A digest of all that the document is held to, one line each: the quoted lines of the specification by section, in
 * their order, and every statement by its id, those under "Not there yet" too.
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

/**
 * How much of each section was seen in the running product.
 * @param browserTests tests that have the whole product before them, see `playwrightTests`
 * @returns by section, in the document's order: `proven` of `total` ids, and whether these are enough, a third.
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

/** A spec's title and those of the steps that its last run came to. */
function withSteps({ title, tests }) {
  const titlesOf = ({ title, steps = [] }) => [title, ...steps.flatMap(titlesOf)];
  const steps = tests.flatMap(({ results }) => results.at(-1)?.steps ?? []);
  return [title, ...steps.flatMap(titlesOf)].join(' ');
}

function hasPassed({ status, results }) {
  return status === 'expected' && results.at(-1)?.status === 'passed';
}
