/** `make test-node`: the chart on a real node, whose network, mounts and processes are isolated from the machine's. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ensureHelm } from '../../charts/src/helm.ts';
import { ensureBinaries, ensureNodeBinaries } from '../../local/src/control-plane/binaries.ts';
import { readSettings } from '../../local/src/demo/settings.ts';
import { makeOwnImages, makeRelease } from './images.ts';
import type { Preparation } from './inside.ts';
import { runApart } from './node/namespaces.ts';
import { placesIn } from './node/places.ts';
import { Report } from './report.ts';
import { thisMachine, whyNot } from './requirements.ts';

/** Exit code by which test programs conventionally report a skip. */
const notRun = 77;
const repository = join(import.meta.dirname, '../..');
const print = (line: string): void => console.log(line);

const reason = whyNot(thisMachine());
if (reason === undefined) process.exitCode = await test();
else {
  print(`make test-node was not run, because ${reason}`);
  process.exitCode = notRun;
}

async function test(): Promise<number> {
  const startedAt = Date.now();
  const folder = join(readSettings(process.env).home, 'node-test');
  rmSync(folder, { recursive: true, force: true });
  const preparation = await prepare(folder);
  const file = join(folder, 'preparation.json');
  writeFileSync(file, JSON.stringify(preparation));
  const inside = [process.execPath, join(import.meta.dirname, 'inside.ts'), file];
  for (const boot of ['first', 'second']) await runApart([...inside, boot]);
  const places = placesIn(folder);
  const failed = new Report(places.outcomes, print).conclude(startedAt);
  if (failed > 0) print(`The programs' logs are in ${places.home}/logs, those of pods in ${places.podLogs}.`);
  return failed > 0 ? 1 : 0;
}

/** Prepares programs and images. Files in images must be world-readable, whatever the umask. */
async function prepare(folder: string): Promise<Preparation> {
  process.umask(0o022);
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch, { recursive: true });
  const { version } = parse(readFileSync(join(repository, 'charts/gpulease/Chart.yaml'), 'utf8')) as {
    version: string;
  };
  print('── Programs and images ──');
  const binaries = { ...(await ensureBinaries(print)), ...(await ensureNodeBinaries(print)) };
  await ensureHelm();
  const release = makeRelease(version, process.env.RELEASE === 'dist');
  const { images: ownImages, echo } = await makeOwnImages(placesIn(folder).images);
  return { folder, scratch, binaries, release, ownImages, echo };
}
