/**
 * Builds a Dockerfile without Docker: every stage is a folder, and commands run in it as the current user. Supports the
 * instructions that our Dockerfiles use and throws on any other.
 */
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { dockerIgnore } from './docker-ignore.ts';
import { parseDockerfile, type Instruction, type Stage } from './dockerfile.ts';

const run = promisify(execFile);

/** The result of a stage. */
export interface Image {
  /** The folder of the image's root file system. */
  root: string;
  workdir: string;
  env: Record<string, string>;
  user: string;
  entrypoint: string[];
  command: string[];
  labels: Record<string, string>;
}

export interface BuildOptions {
  /** The build context, which contains `.dockerignore`. */
  context: string;
  /** Path of the Dockerfile in the context. */
  file: string;
  /** An empty folder to work in. */
  scratch: string;
}

interface StageAtWork extends Image {
  options: BuildOptions;
  /** The earlier stages, by name. */
  others: ReadonlyMap<string, Image>;
}

/** Builds all stages of a Dockerfile in order and returns the last. Throws with the output of a failed command. */
export async function buildImage(options: BuildOptions): Promise<Image> {
  const umask = process.umask(0o022);
  try {
    return await buildStages(options);
  } finally {
    process.umask(umask);
  }
}

async function buildStages(options: BuildOptions): Promise<Image> {
  const stages = parseDockerfile(readFileSync(join(options.context, options.file), 'utf8'));
  const built = new Map<string, Image>();
  for (const [index, stage] of stages.entries())
    built.set(stage.name ?? `stage-${index}`, await buildStage(stage, { options, others: built }));
  const image = [...built.values()].at(-1);
  if (image === undefined) throw new Error(`${options.file} has no FROM`);
  return image;
}

async function buildStage(stage: Stage, { options, others }: Pick<StageAtWork, 'options' | 'others'>) {
  const root = join(options.scratch, `${others.size}-${stage.name ?? 'image'}`);
  mkdirSync(root, { recursive: true });
  const parent = others.get(stage.from);
  if (parent) cpSync(parent.root, root, { recursive: true, verbatimSymlinks: true });
  else if (stage.from.startsWith('node:')) layOutNode(root);
  const { workdir, env } = parent ?? { workdir: '/', env: {} };
  const empty = { user: 'root', entrypoint: [], command: [], labels: {} };
  const atWork: StageAtWork = { root, workdir, env: { ...env }, ...empty, options, others };
  for (const instruction of stage.instructions) await runInstruction(instruction, atWork);
  return atWork;
}

/** Copies the only file that our Dockerfiles use from the Node image. Other users may not be able to follow a link. */
function layOutNode(root: string): void {
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
  cpSync(process.execPath, join(root, 'usr/local/bin/node'));
  chmodSync(join(root, 'usr/local/bin/node'), 0o755);
}

async function runInstruction({ keyword, rest }: Instruction, stage: StageAtWork): Promise<void> {
  const step = steps[keyword];
  if (step === undefined) throw unknown(stage, `instruction ${keyword}`);
  await step(stage, rest);
}

function unknown({ options }: StageAtWork, what: string): Error {
  return new Error(`${options.file}: no ${what} is known here`);
}

const steps: Partial<Record<string, (stage: StageAtWork, rest: string) => void | Promise<void>>> = {
  LABEL: (stage, rest) => {
    for (const [, name = '', value = ''] of rest.matchAll(/(\S+?)="([^"]*)"/g)) stage.labels[name] = value;
  },
  WORKDIR: (stage, path) => {
    stage.workdir = path;
    mkdirSync(join(stage.root, path), { recursive: true });
  },
  ENV: (stage, rest) => {
    for (const pair of rest.split(/\s+/)) {
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      stage.env[name] = value;
    }
  },
  USER: (stage, user) => {
    stage.user = user;
  },
  ENTRYPOINT: (stage, words) => {
    stage.entrypoint = JSON.parse(words) as string[];
  },
  CMD: (stage, words) => {
    stage.command = JSON.parse(words) as string[];
  },
  RUN: async (stage, command) => {
    if (stage.user !== 'root') throw unknown(stage, `RUN as ${stage.user}`);
    const path = `${join(stage.root, 'usr/local/bin')}:${process.env.PATH ?? ''}`;
    const env = {
      ...process.env,
      // Jest sets NODE_ENV to test, which would change the build.
      NODE_ENV: '',
      ...stage.env,
      PATH: path,
      NODE_OPTIONS: '',
      npm_config_prefer_offline: 'true',
    };
    await run('sh', ['-c', command], { cwd: join(stage.root, stage.workdir), env });
  },
  COPY: (stage, rest) => {
    const words = rest.split(/\s+/);
    const flags = words.splice(
      0,
      words.findIndex((word) => !word.startsWith('--')),
    );
    const other = flags.find((flag) => !flag.startsWith('--from='));
    if (other !== undefined) throw unknown(stage, `COPY ${other}`);
    const from = flags[0]?.slice('--from='.length);
    const target = words.pop() ?? '';
    for (const source of words) copy(stage, { from, source, target });
  },
};

interface Copy {
  from: string | undefined;
  source: string;
  target: string;
}

/** Copies like Docker: the contents of a folder, and a file into a target that ends in a slash. */
function copy(stage: StageAtWork, { from, source, target }: Copy): void {
  const base = from === undefined ? stage.options.context : stage.others.get(from)?.root;
  if (base === undefined) throw new Error(`${stage.options.file}: there is no stage ${String(from)}`);
  const path = join(base, source);
  const folder = join(stage.root, target.startsWith('/') ? '' : stage.workdir, target);
  const isFile = !lstatSync(path).isDirectory();
  const destination = isFile && target.endsWith('/') ? join(folder, basename(source)) : folder;
  mkdirSync(dirname(destination), { recursive: true });
  if (from !== undefined) cpSync(path, destination, { recursive: true, verbatimSymlinks: true });
  else copyFromContext(path, destination, stage.options.context);
}

/** Docker keeps the modes of the context. These are the most restrictive possible ones, from a clone with umask 077. */
const OWN_FILE = 0o600;
const OWN_FOLDER = 0o700;

function copyFromContext(path: string, destination: string, context: string): void {
  const isIgnored = dockerIgnore(readFileSync(join(context, '.dockerignore'), 'utf8'));
  const isOurs = (file: string) => !isIgnored(relative(context, file));
  if (!lstatSync(path).isDirectory()) {
    if (!isOurs(path)) throw new Error(`.dockerignore leaves out ${relative(context, path)}`);
    copyFile(path, destination);
    return;
  }
  for (const name of readdirSync(path)) {
    const [from, to] = [join(path, name), join(destination, name)];
    if (lstatSync(from).isDirectory()) copyFromContext(from, to, context);
    else if (isOurs(from)) {
      mkdirSync(destination, { recursive: true, mode: OWN_FOLDER });
      copyFile(from, to);
    }
  }
}

function copyFile(path: string, destination: string): void {
  cpSync(path, destination);
  chmodSync(destination, OWN_FILE);
}
