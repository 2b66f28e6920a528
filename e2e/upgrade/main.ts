/**
 * `make test-upgrade`: upgrades from the last release to this commit, back, and forward again, while customers order, stop,
 * start and read. FROM names another initial release, UPGRADE_SECONDS the duration of each state.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkOut, lastRelease, migrationsOf, repository } from './releases.ts';
import { Report } from './report.ts';
import { upgradeUnderLoad } from './story.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const report = new Report(print);
const folder = await mkdtemp(join(tmpdir(), 'gpulease-upgrade-'));
try {
  const last = await lastRelease(print);
  print(`Upgrading from ${last} in ${folder}`);
  const release = join(folder, 'release');
  await checkOut(last, release);
  const known = new Set(await migrationsOf(release));
  const since = (await migrationsOf(repository)).filter((name) => !known.has(name)).toSorted();
  print(`${since.length} migrations lie between: ${since.join(', ') || 'none'}`);
  const home = join(folder, 'home');
  await mkdir(home);
  await upgradeUnderLoad({ release, migrations: since, home, report, print });
} catch (error) {
  report.broke(error);
}
if (report.failed === 0) await rm(folder, { recursive: true, force: true });
else print(`Its logs are in ${join(folder, 'home/logs')}`);
report.end();
process.exit(report.failed === 0 ? 0 : 1);
