import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const moduleFolder = join(import.meta.dirname, '../helm');
export const chart = join(import.meta.dirname, '../gpulease');
const largestOutput = 16 * 1024 * 1024;

/** The oldest Kubernetes that the chart supports. The manifests do not depend on it. */
const kubeVersion = '1.32.0';

/** Returns the version of helm that charts/helm/go.mod pins. */
function pinnedVersion(): string {
  const [, version] =
    /helm\.sh\/helm\/v3 (v[\d.]+)/.exec(readFileSync(join(moduleFolder, 'go.mod'), 'utf8')) ?? [];
  if (version === undefined) throw new Error('charts/helm/go.mod names no version of helm');
  return version;
}

/** Returns the path of the pinned helm, which Go builds into the cache on first use. Throws without helm and Go. */
export async function ensureHelm(): Promise<string> {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const folder = join(cache, 'gpulease/helm', pinnedVersion());
  const helm = join(folder, 'helm');
  if (existsSync(helm)) return helm;
  mkdirSync(folder, { recursive: true });
  const unfinished = join(folder, `.helm.${process.pid}`);
  const args = ['build', '-trimpath', '-ldflags', '-s -w', '-o', unfinished, 'helm.sh/helm/v3/cmd/helm'];
  await run('go', args, {
    cwd: moduleFolder,
    env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=readonly' },
  });
  renameSync(unfinished, helm);
  return helm;
}

/** Whether helm is available: it is built already, or Go can build it. */
export async function canHaveHelm(): Promise<boolean> {
  try {
    await ensureHelm();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** The only value that the chart requires when its processes run in the cluster. Later flags can override it. */
const least = '--set=bff.publicUrl=https://gpu.example.com';

/** Returns the chart's manifests for the given flags of `helm template`. Throws with helm's message when it fails. */
export function renderChart(flags: readonly string[], folder = chart): Promise<string> {
  const release = ['gpulease', folder, '--namespace=gpulease-system', `--kube-version=${kubeVersion}`];
  return runHelm(['template', ...release, least, ...flags]);
}

/** Installs or upgrades the release `gpulease`, in the cluster of `kubeconfig`. Throws with helm's message. */
export function upgradeRelease(
  kubeconfig: string,
  folder = chart,
  flags: readonly string[] = [],
): Promise<string> {
  const release = ['upgrade', '--install', 'gpulease', folder, '--namespace=gpulease-system'];
  return runHelm([...release, `--kubeconfig=${kubeconfig}`, least, ...flags]);
}

/** Returns the output of `helm lint` for the chart with the given flags. Throws with it on a fault. */
export function lintChart(flags: readonly string[]): Promise<string> {
  return runHelm(['lint', chart, '--strict', '--namespace=gpulease-system', least, ...flags]);
}

/** Runs the pinned helm and returns its output. Throws with its message when it fails. */
export async function runHelm(args: readonly string[]): Promise<string> {
  const { stdout } = await run(await ensureHelm(), args, { maxBuffer: largestOutput });
  return stdout;
}
