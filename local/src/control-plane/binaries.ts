import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { buildPrograms, findGo } from './build.ts';
import { download, downloadsReachable, isPublished } from './downloads.ts';
import { withFileLock } from './file-lock.ts';
import {
  metricsProgram,
  moduleOf,
  moduleVersions,
  networkProgram,
  nodePrograms,
  programs,
  ruleProgram,
  type ControlPlaneProgram,
  type Program,
} from './versions.ts';

/** Path of each control plane program. */
export type Binaries = Record<ControlPlaneProgram, string>;

/** Path of each program of a real node. */
export type NodeBinaries = Record<(typeof nodePrograms)[number] | typeof networkProgram, string>;

/** How missing programs are obtained. */
export type BinariesSource = 'nothing missing' | 'download' | 'build' | 'impossible';

export interface Circumstances {
  missing: readonly Program[];
  downloadable: boolean;
  goFound: boolean;
}

/** Prefers official downloads over a build: they take seconds, not minutes. */
export function chooseSource({ missing, downloadable, goFound }: Circumstances): BinariesSource {
  if (missing.length === 0) return 'nothing missing';
  if (downloadable) return 'download';
  return goFound ? 'build' : 'impossible';
}

/** Returns the path of a program in the first folder that contains it. */
export function locate(
  program: Program,
  folders: readonly string[],
  exists: (path: string) => boolean = existsSync,
): string | undefined {
  return folders.map((folder) => join(folder, program)).find(exists);
}

/** Returns the per-version cache folder of a program, shared by all of the user's clones. */
export function cacheFolder(program: Program, env: NodeJS.ProcessEnv = process.env): string {
  const module = moduleOf(program);
  const cache = env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  return join(cache, 'gpulease', module, moduleVersions[module]);
}

/** Finds the control plane's programs, and downloads or builds missing ones. Throws an error that says what to install. */
export async function ensureBinaries(report: (line: string) => void): Promise<Binaries> {
  await ensure(programs, cacheFolder('etcd'), report);
  return Object.fromEntries(programs.map((program) => [program, found(program)])) as Binaries;
}

/** Like `ensureBinaries`, for the programs of a real node. */
export async function ensureNodeBinaries(report: (line: string) => void): Promise<NodeBinaries> {
  await ensure(nodePrograms, cacheFolder('kubelet'), report);
  await ensure([networkProgram], cacheFolder(networkProgram), report);
  const wanted = [...nodePrograms, networkProgram] as const;
  return Object.fromEntries(wanted.map((program) => [program, found(program)])) as NodeBinaries;
}

/** Like `ensureBinaries`, for VictoriaMetrics. Returns its path. */
export function ensureVictoriaMetrics(report: (line: string) => void): Promise<string> {
  return ensureOne(metricsProgram, report);
}

/** Like `ensureBinaries`, for the alert rule tester. Returns its path. */
export function ensureRuleTester(report: (line: string) => void): Promise<string> {
  return ensureOne(ruleProgram, report);
}

async function ensureOne(program: Program, report: (line: string) => void): Promise<string> {
  await ensure([program], cacheFolder(program), report);
  return found(program) ?? program;
}

async function ensure(
  wanted: readonly Program[],
  cache: string,
  report: (line: string) => void,
): Promise<void> {
  const missing = () => wanted.filter((program) => found(program) === undefined);
  if (missing().length === 0) return;
  await withFileLock(`${cache}.lock`, () => obtain(missing(), cache, report), report);
}

function found(program: Program): string | undefined {
  const assets = process.env.KUBEBUILDER_ASSETS;
  const cache = cacheFolder(program);
  return locate(program, assets ? [assets, cache] : [cache]);
}

/** `missing` must be computed under the lock: another process may have obtained everything during the wait. */
async function obtain(
  missing: readonly Program[],
  cache: string,
  report: (line: string) => void,
): Promise<void> {
  const published = missing.filter(isPublished);
  const isAll = published.length === missing.length;
  const downloadable = missing.length > 0 && isAll && (await downloadsReachable());
  const source = chooseSource({ missing, downloadable, goFound: (await findGo()) !== undefined });
  if (source === 'nothing missing') return;
  if (source === 'impossible') throw new Error(adviceWhenImpossible(missing));
  report(`Missing on this machine: ${missing.join(', ')}`);
  if (source === 'build') {
    report(
      'There are no official downloads that can be reached, so they are built from source with Go, once: ' +
        'about five minutes for the control plane, five for kubelet, and one or two for others on two cores.',
    );
    return buildPrograms(missing, cache, report);
  }
  for (const program of published) await download(program, cache, report);
}

const adviceWhenImpossible = (missing: readonly Program[]) => `There is no way to get ${missing.join(', ')}:
- the official downloads (https://dl.k8s.io, https://github.com) cannot be reached or do not support this system (macOS);
- Go 1.26 or newer, to build them, is not on the PATH.
Install Go (https://go.dev/dl), or put the programs into a folder and set KUBEBUILDER_ASSETS to it.`;
