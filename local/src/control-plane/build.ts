import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { GoProgress } from './go-progress.ts';
import { metricsProgram, moduleOf, versions, type Program } from './versions.ts';

const local = join(import.meta.dirname, '../..');
const oldestGo = { major: 1, minor: 26 };

const packages: Record<Program, string> = {
  etcd: 'go.etcd.io/etcd/server/v3',
  'kube-apiserver': 'k8s.io/kubernetes/cmd/kube-apiserver',
  'kube-controller-manager': 'k8s.io/kubernetes/cmd/kube-controller-manager',
  'kube-scheduler': 'k8s.io/kubernetes/cmd/kube-scheduler',
  kubectl: 'k8s.io/kubernetes/cmd/kubectl',
  kwok: 'sigs.k8s.io/kwok/cmd/kwok',
  kubelet: 'k8s.io/kubernetes/cmd/kubelet',
  'kube-proxy': 'k8s.io/kubernetes/cmd/kube-proxy',
  'kube-router': 'github.com/cloudnativelabs/kube-router/v2/cmd/kube-router',
  'victoria-metrics': 'github.com/VictoriaMetrics/VictoriaMetrics/app/victoria-metrics',
  'vmalert-tool': 'github.com/VictoriaMetrics/VictoriaMetrics/app/vmalert-tool',
};

/** Returns the version of Go on the PATH, or undefined if it is missing or too old. */
export async function findGo(): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('go', ['env', 'GOVERSION'], { cwd: local });
    return isNewEnough(stdout) ? stdout.trim() : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a version printed by `go env GOVERSION` (`go1.26.1`) can build the control plane. */
export function isNewEnough(goVersion: string): boolean {
  const [, major, minor] = /^go(\d+)\.(\d+)/.exec(goVersion) ?? [];
  if (major === undefined || minor === undefined) return false;
  return (
    Number(major) > oldestGo.major || (Number(major) === oldestGo.major && Number(minor) >= oldestGo.minor)
  );
}

/** Builds programs of one Go module into `folder`. Each appears there only once complete. */
export async function buildPrograms(
  programs: readonly Program[],
  folder: string,
  report: (line: string) => void,
): Promise<void> {
  const [first] = programs;
  if (first === undefined) return;
  mkdirSync(folder, { recursive: true });
  const module = join(local, moduleOf(first));
  const progress = new GoProgress({ report, now: () => performance.now(), modules: countModules(module) });
  const go = (args: string[]) => runGo(args, module, progress);
  const all = await go(['list', '-deps', ...programs.map((program) => packages[program])]);
  progress.startCompiling(all.length);
  for (const [index, program] of programs.entries()) {
    report(`Building ${program} (${index + 1} of ${programs.length})`);
    const unfinished = join(folder, `.${program}.unfinished`);
    rmSync(unfinished, { force: true });
    await go(buildArguments(program, unfinished));
    renameSync(unfinished, join(folder, program));
  }
}

/** Counts the modules whose source may be needed; for the others, go.sum lists only the go.mod file. */
function countModules(module: string): number {
  const lines = readFileSync(join(module, 'go.sum'), 'utf8').trim().split('\n');
  return lines.filter((line) => !line.includes('/go.mod ')).length;
}

/** Returns the arguments of `go` that build `program` to the file `output` with the version of the official build. */
export function buildArguments(program: Program, output: string): string[] {
  return ['build', '-v', '-trimpath', '-ldflags', linkerFlags(), '-o', output, packages[program]];
}

function linkerFlags(): string {
  const [, major, minor] = /^v(\d+)\.(\d+)/.exec(versions.kubernetes) ?? [];
  const facts = { gitVersion: versions.kubernetes, gitMajor: major, gitMinor: minor, gitTreeState: 'clean' };
  const kubernetes = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'].flatMap((path) =>
    Object.entries(facts).map(([name, value]) => `-X ${path}.${name}=${value}`),
  );
  const victoriaMetrics = `-X github.com/VictoriaMetrics/VictoriaMetrics/lib/buildinfo.Version=${metricsProgram}-${versions.victoriaMetrics}`;
  return ['-s', '-w', ...kubernetes, victoriaMetrics].join(' ');
}

/** Runs `go` in the folder of the pinned module. Returns the lines of its standard output. */
async function runGo(args: string[], module: string, progress: GoProgress): Promise<string[]> {
  const go = spawn('go', args, {
    cwd: module,
    env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=readonly' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  createInterface({ input: go.stdout }).on('line', (line) => output.push(line));
  createInterface({ input: go.stderr }).on('line', (line) => progress.read(line));
  const [code] = (await once(go, 'close')) as [number | null];
  if (code !== 0) throw new Error(`go ${args.join(' ')} failed with exit code ${code}`);
  return output;
}
