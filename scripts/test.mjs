/**
 * `make test`: installs missing packages, runs every check of the repository even if earlier ones fail, and ends with a
 * line `N passed, N failed`. With `--full` (`make test-full`) it also kills every component at random for ten minutes,
 * applies 300 Workloads at once, builds both images twice, checks the portal against its OpenAPI document and tests the chart
 * on a real node. Plain JavaScript for the system's Node; the checks run on the Node among the packages.
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
// Makes Go programs such as the API servers collect garbage less often: saves a quarter of their time for 100 MB each.
process.env.GOGC ??= '400';
process.env.GOMEMLIMIT ??= '1GiB';
// Caches compiled TypeScript: the programs start more than a hundred times.
process.env.NODE_COMPILE_CACHE ??= join(repository, 'node_modules/.cache/compiled');

const isFull = process.argv.includes('--full');
const chaosSeconds = isFull ? '600' : '0';
// As many Workloads as one GitOps repository may have, and both images twice.
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
// Repeats the failures at the end, where readers look, even if the log is truncated.
if (failures.length > 0) console.log(`\n── What failed ──\n${failures.join('\n')}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

/** Runs npm and returns whether it succeeded. */
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

/** Runs a check that passes or fails as a whole; only its failure counts. */
function check(name, script) {
  announce(name);
  return verdict(name, npm(['run', '--silent', script]));
}

/** Tests the chart on a real node. If none can run here, the script has printed why, and nothing is counted. */
function realNode() {
  announce('Real node');
  const exitCode = exitCodeOfNpm(['run', '--silent', 'test:node']);
  if (exitCode === NOT_RUN) return countCheck('Real node', true);
  return verdict('Real node', exitCode === 0);
}

/** Runs a single-core check in parallel with others; prints its output as a whole when it ends. */
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
 * Checks that every statement of docs/specification-coverage.md has a passed test, and a third of each section one in the
 * browser or with kubectl. Runs after all tests, because it reads their reports.
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
