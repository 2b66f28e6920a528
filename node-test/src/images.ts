/** The images that the node runs: those of the release, and those of simulated pods. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { layOutBase } from '../../charts/src/images/base.ts';
import { filesOf, imageNames } from '../../charts/src/images/make.ts';
import type { Content } from '../../charts/src/images/oci/layer.ts';
import { writeArchive } from '../../charts/src/images/oci/layout.ts';
import { findPostgresPrograms } from '../../local/src/postgres/programs.ts';
import { pauseImage } from './node/containerd.ts';
import { postgresImage, postgresUser, startPostgres } from './postgres.ts';

const repository = join(import.meta.dirname, '../..');
const dist = join(repository, 'dist');
/** Image of machines' pods in the simulated KubeVirt. */
const launcherImage = 'docker.io/simulated/virt-launcher:v1.9.0';
/** Image of pods that only need a network. */
export const echoImage = 'gpulease.test/echo:1';
/** Ports of echo pods: SSH of a guest, DNS, HTTP, and a port that no policy opens. */
const echoPorts = ['22', '53', '80', '9000'];

/** An archive, and the name by which the chart refers to its image. */
export interface LoadableImage {
  archive: string;
  baseName?: string;
}

export interface Release {
  /** Path of the packed chart. */
  chart: string;
  images: LoadableImage[];
}

/** Runs `make images chart` for this commit unless its output exists. `isAsItIs` takes the output of any commit. */
export function makeRelease(version: string, isAsItIs: boolean): Release {
  if (!isAsItIs && !runs('charts/src/bin/chart.ts')) {
    if (!runs('charts/src/bin/images.ts') || !runs('charts/src/bin/chart.ts'))
      throw new Error('make images chart failed.');
  }
  const images = imageNames.map((name) => ({
    archive: filesOf(name, version, dist).archive,
    baseName: `ghcr.io/gpulease/gpulease-${name}`,
  }));
  const chart = join(dist, `gpulease-${version}.tgz`);
  const missing = [chart, ...images.map(({ archive }) => archive)].find((file) => !existsSync(file));
  if (missing !== undefined) throw new Error(`There is no ${missing}: run make images chart first.`);
  return { chart, images };
}

function runs(script: string): boolean {
  const node = spawnSync(process.execPath, [join(repository, script)], { stdio: 'inherit', cwd: repository });
  return node.status === 0;
}

/** The images of simulated pods, and the path of the echo program. */
export interface OwnImages {
  images: LoadableImage[];
  echo: string;
}

/** Builds the images in `folder`. */
export async function makeOwnImages(folder: string): Promise<OwnImages> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const program = buildProgram(join(folder, 'program'));
  const echo = ['/pod', ...echoPorts];
  const images = [
    await makeImage(folder, { reference: pauseImage, layers: { program }, entrypoint: ['/pod'] }),
    await makeImage(folder, { reference: launcherImage, layers: { program }, entrypoint: echo }),
    await makeImage(folder, { reference: echoImage, layers: { program }, entrypoint: echo }),
    await makePostgresImage(folder),
  ];
  return { images, echo: join(program.root, 'pod') };
}

function buildProgram(root: string): Content {
  mkdirSync(root);
  execFileSync('go', ['build', '-trimpath', '-ldflags=-s -w', '-buildvcs=false', '-o', join(root, 'pod')], {
    cwd: join(repository, 'node-test/pod'),
    env: { ...process.env, CGO_ENABLED: '0' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return { root, paths: ['pod'], time: 0 };
}

/** Builds the image of PostgreSQL from the npm package that all tests use, with a shell for its own commands. */
async function makePostgresImage(folder: string): Promise<LoadableImage> {
  const [base, root, packages] = ['base', 'postgres', 'packages'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [packages, root]) mkdirSync(path);
  layOutBase(base, packages);
  const native = join(findPostgresPrograms(undefined).postgres, '../..');
  cpSync(native, join(root, 'opt/postgres'), { recursive: true, verbatimSymlinks: true });
  mkdirSync(join(root, 'opt/bin'), { recursive: true });
  cpSync(realpathSync('/bin/dash'), join(root, 'opt/bin/sh'));
  writeFileSync(join(root, 'opt/bin/start'), startPostgres);
  for (const name of ['sh', 'start']) chmodSync(join(root, 'opt/bin', name), 0o755);
  execFileSync('chmod', ['-R', 'a+rX', root]);
  mkdirSync(join(base, 'bin'), { recursive: true });
  cpSync(join(root, 'opt/bin/sh'), join(base, 'bin/sh'));
  writeFileSync(join(base, 'etc/passwd'), `postgres:x:${postgresUser}:${postgresUser}::/:/bin/sh\n`);
  const layers = {
    'Debian 12': { root: base, paths: ['.'], time: 0 },
    PostgreSQL: { root, paths: ['opt'], time: 0 },
  };
  return makeImage(folder, { reference: postgresImage, layers, entrypoint: ['/opt/bin/start'] });
}

interface OwnImage {
  reference: string;
  layers: Record<string, Content>;
  entrypoint: string[];
}

async function makeImage(
  folder: string,
  { reference, layers, entrypoint }: OwnImage,
): Promise<LoadableImage> {
  const name = reference.replaceAll(/[/:]/g, '-');
  const archive = join(folder, `${name}.oci.tar`);
  const run = {
    User: '0:0',
    Env: ['PATH=/opt/bin:/bin'],
    Entrypoint: entrypoint,
    Cmd: [],
    WorkingDir: '/',
    Labels: {},
  };
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  const image = { reference, layers, run, time: 0, architecture };
  await writeArchive(image, join(folder, name), archive);
  return { archive };
}
