/**
 * `make test`: installs what is missing, runs every check of the repository whatever became of the one before, and ends
 * with a line `N passed, N failed`. With `--full` (`make test-full`) it also kills every part at random for ten minutes,
 * applies 300 Workloads at once, builds both images twice, and holds the portal against its OpenAPI document and the chart against a real
 * node. Plain JavaScript for the Node that is on the machine; the checks run on our own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from './chromium.mjs';
import { installPackages } from './packages.mjs';
import { addUp, countCheck, countJest, countPlaywright, readReport } from './results.mjs';
import { checkedIds, compare, jestTests, playwrightTests, provenBySection } from './specification.mjs';

const repository = fileURLToPath(new URL('..', import.meta.url));
process.chdir(repository);

/** The exit code of tests that cannot run on this machine. */
const NOT_RUN = 77;

if (!installPackages()) {
  console.log('npm ci failed, so nothing could be tested.\n0 passed, 1 failed');
  process.exit(1);
}
// The API servers, and what else is written in Go, collect their garbage less often: a quarter of their time for 100 MB each.
process.env.GOGC ??= '400';
process.env.GOMEMLIMIT ??= '1GiB';
// Our programs are started more than a hundred times, and each time their TypeScript would be read anew.
process.env.NODE_COMPILE_CACHE ??= join(repository, 'node_modules/.cache/compiled');

const isFull = process.argv.includes('--full');
const chaosSeconds = isFull ? '600' : '0';
// As many Workloads as a pipeline may have in one repository, and both images twice.
const longTests = isFull ? { GIT_OPS_WORKLOADS: '300', IMAGES_TWICE: '1' } : {};
const reports = mkdtempSync(join(tmpdir(), 'gpulease-reports-'));
const rows = [
  [
    () => check('Format', 'format:check'),
    () => check('Types', 'typecheck'),
    () => check('Unused', 'unused'),
    () => jest('Unit tests', 'test:unit', 'unit.json'),
    () => jest('Integration tests', 'test:integration', 'integration.json'),
  ],
  [() => check('Lint', 'lint'), browserTests],
];
// Neither row keeps two cores busy. The random kills of --full need the machine to themselves.
const results = isFull
  ? await inTurn([...rows.flat(), () => check('OpenAPI document', 'test:openapi'), realNode])
  : (await Promise.all(rows.map(inTurn))).flat();
results.push(specification());
rmSync(reports, { recursive: true, force: true });

const { passed, failures } = addUp(results);
// Once more where everybody looks: at the end, also of a log that is cut.
if (failures.length > 0) console.log(`\n── What failed ──\n${failures.join('\n')}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

async function inTurn(steps) {
  const results = [];
  for (const step of steps) results.push(await step());
  return results;
}

/**
 * Runs a script of package.json and returns its exit code. What it prints comes at once, or beside others in one piece
 * when it ends.
 */
async function runScript(name, script, { args = [], env = {}, isLive = isFull } = {}) {
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    stdio: ['ignore', ...(isLive ? ['inherit', 'inherit'] : ['pipe', 'pipe'])],
    env: { ...process.env, ...env },
  });
  const output = [];
  if (isLive) announce(name);
  else for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const [exitCode] = await once(child, 'close');
  if (!isLive) announce(name);
  process.stdout.write(Buffer.concat(output));
  return exitCode;
}

function announce(name) {
  console.log(`\n── ${name} ──`);
}

/** A check that either passes or fails as a whole; only its failure counts. */
async function check(name, script) {
  return verdict(name, (await runScript(name, script)) === 0);
}

/** The chart on a real node. Where none can run here it has said why, and counts as nothing. */
async function realNode() {
  const exitCode = await runScript('Real node', 'test:node');
  if (exitCode === NOT_RUN) return countCheck('Real node', true);
  return verdict('Real node', exitCode === 0);
}

function verdict(name, succeeded) {
  console.log(`${name}: ${succeeded ? 'passed' : 'failed'}`);
  return countCheck(name, succeeded);
}

/**
 * Whether every statement of docs/specification-coverage.md has a passed test, and a third of each section one in the
 * browser or with kubectl; after all tests, for it reads their reports.
 */
function specification() {
  announce('Specification');
  const report = (name) => readReport(join(reports, name));
  const ids = checkedIds(readFileSync('docs/specification-coverage.md', 'utf8'));
  const browser = playwrightTests(report('e2e.json'));
  const others = ['unit.json', 'integration.json'].flatMap((name) => jestTests(report(name)));
  const { unproven, unknown } = compare(ids, [...others, ...browser]);
  const sections = provenBySection(ids, browser);
  if (unproven.length > 0) console.log(`No passed test names ${unproven.join(', ')}`);
  if (unknown.length > 0)
    console.log(`docs/specification-coverage.md does not check ${unknown.join(', ')}, which tests name`);
  for (const { section, proven, total, isEnough } of sections)
    console.log(
      `Section ${section}: ${proven} of ${total} by browser tests${isEnough ? '' : ', less than a third'}`,
    );
  const succeeded =
    unproven.length === 0 && unknown.length === 0 && sections.every(({ isEnough }) => isEnough);
  return verdict('Specification', succeeded);
}

async function jest(name, script, reportName) {
  const report = join(reports, reportName);
  const args = ['--json', `--outputFile=${report}`];
  const exitCode = await runScript(name, script, { args, env: longTests, isLive: true });
  return countJest({ name, report: readReport(report), succeeded: exitCode === 0 });
}

async function browserTests() {
  const name = 'Browser tests';
  const problem = ensureChromium();
  if (problem !== undefined) {
    announce(name);
    console.log(problem);
    return countCheck(name, false);
  }
  const report = join(reports, 'e2e.json');
  const env = {
    GPULEASE_E2E_REPORT: report,
    CHAOS_SECONDS: process.env.CHAOS_SECONDS ?? chaosSeconds,
    ...(isFull && { E2E_LOOKS: 'all' }),
  };
  const exitCode = await runScript(name, 'test:e2e', { env });
  return countPlaywright({ name, report: readReport(report), succeeded: exitCode === 0 });
}
