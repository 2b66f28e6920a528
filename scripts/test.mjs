/**
 * `make test`: installs what is missing, runs every check of the repository whatever became of the one before, and ends
 * with a line `N passed, N failed`. With `--full` (`make test-full`) it also kills every part at random for ten minutes,
 * applies 300 Workloads at once, builds both images twice, and holds the portal against its OpenAPI document and the chart against a real
 * node. Plain JavaScript for the Node that is on the machine; the checks run on our own.
 */
import { spawn, spawnSync } from 'node:child_process';
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
  console.log('npm ci failed, so no tests ran.\n0 passed, 1 failed');
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
const results = [
  ...(await Promise.all([
    checkBeside('Format', 'format:check'),
    checkBeside('Lint', 'lint'),
    checkBeside('Types', 'typecheck'),
    checkBeside('Unused', 'unused'),
  ])),
  jest('Unit tests', 'test:unit', 'unit.json'),
  jest('Integration tests', 'test:integration', 'integration.json'),
  browserTests(),
  ...(isFull ? [check('OpenAPI document', 'test:openapi'), realNode()] : []),
  specification(),
];
rmSync(reports, { recursive: true, force: true });

const { passed, failures } = addUp(results);
// Once more where everybody looks: at the end, also of a log that is cut.
if (failures.length > 0) console.log(`\n── What failed ──\n${failures.join('\n')}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

/** Runs npm and tells whether it succeeded. */
function npm(args, env = {}) {
  return exitCodeOfNpm(args, env) === 0;
}

function exitCodeOfNpm(args, env = {}) {
  const options = { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } };
  return spawnSync('npm', args, options).status;
}

function announce(name) {
  console.log(`\n── ${name} ──`);
}

/** A check that either passes or fails as a whole; only its failure counts. */
function check(name, script) {
  announce(name);
  return verdict(name, npm(['run', '--silent', script]));
}

/** The chart on a real node. Where none can run here it has said why, and counts as nothing. */
function realNode() {
  announce('Real node');
  const exitCode = exitCodeOfNpm(['run', '--silent', 'test:node']);
  if (exitCode === NOT_RUN) return countCheck('Real node', true);
  return verdict('Real node', exitCode === 0);
}

/** A check that uses one core, run beside others; what it prints comes in one piece when it ends. */
async function checkBeside(name, script) {
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const [status] = await once(child, 'close');
  announce(name);
  process.stdout.write(Buffer.concat(output));
  return verdict(name, status === 0);
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

function jest(name, script, reportName) {
  announce(name);
  const report = join(reports, reportName);
  const succeeded = npm(['run', '--silent', script, '--', '--json', `--outputFile=${report}`], longTests);
  return countJest({ name, report: readReport(report), succeeded });
}

function browserTests() {
  announce('Browser tests');
  const problem = ensureChromium();
  if (problem !== undefined) {
    console.log(problem);
    return countCheck('Browser tests', false);
  }
  const report = join(reports, 'e2e.json');
  const succeeded = npm(['run', '--silent', 'test:e2e'], {
    GPULEASE_E2E_REPORT: report,
    CHAOS_SECONDS: process.env.CHAOS_SECONDS ?? chaosSeconds,
    ...(isFull && { E2E_LOOKS: 'all' }),
  });
  return countPlaywright({ name: 'Browser tests', report: readReport(report), succeeded });
}
