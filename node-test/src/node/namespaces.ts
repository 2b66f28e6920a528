import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../until.ts';
import { podsCgroup } from './places.ts';

const namespaces = ['--net', '--mount', '--uts', '--ipc', '--pid', '--fork', '--mount-proc', '--kill-child'];
/** Process 1, for somebody has to wait for processes whose parents are gone; a shell that has one command would become it. */
const init = 'trap : INT TERM; "$@"; exit $?';
const cgroups = '/sys/fs/cgroup';
const interruptions = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs a program in network, mount and process namespaces of its own, and returns its exit code. When it ends, the kernel ends
 * all that it has started, and its network, its mounts and its firewall are gone: to what runs there that is a power cut.
 * Interrupted, it leaves as little behind, and ends this process.
 */
export async function runApart(command: readonly string[]): Promise<number> {
  makeCgroups();
  const child = spawn('unshare', [...namespaces, 'sh', '-c', init, 'init', ...command], { stdio: 'inherit' });
  let interruption: NodeJS.Signals | undefined;
  const interrupt = (signal: NodeJS.Signals): void => {
    interruption = signal;
    // What it has forked goes with it: --kill-child.
    child.kill('SIGKILL');
  };
  for (const signal of interruptions) process.once(signal, interrupt);
  const [code] = (await once(child, 'close')) as [number | null];
  for (const signal of interruptions) process.off(signal, interrupt);
  await removeCgroups();
  if (interruption !== undefined) process.kill(process.pid, interruption);
  return code ?? 1;
}

/** Of version 2 there is one hierarchy; of version 1 one for each controller, and a name may be a link to another. */
function hierarchies(): string[] {
  if (existsSync(join(cgroups, 'cgroup.controllers'))) return [cgroups];
  return readdirSync(cgroups, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(cgroups, name));
}

function makeCgroups(): void {
  for (const hierarchy of hierarchies()) mkdirSync(join(hierarchy, podsCgroup), { recursive: true });
}

/** A cgroup stays as long as the last process in it; after an interruption that is a moment. */
function removeCgroups(): Promise<void> {
  const left = hierarchies().map((hierarchy) => join(hierarchy, podsCgroup));
  return until(() => left.filter((folder) => existsSync(folder)).forEach(removeCgroup), 30_000);
}

/** What lies in it are the kernel's files, which go with it, and cgroups. */
function removeCgroup(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeCgroup(join(folder, entry.name));
  rmdirSync(folder);
}
