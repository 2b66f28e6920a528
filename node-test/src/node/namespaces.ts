import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../until.ts';
import { podsCgroup } from './places.ts';

const namespaces = ['--net', '--mount', '--uts', '--ipc', '--pid', '--fork', '--mount-proc', '--kill-child'];
/** Process 1, which reaps orphaned processes. `exit` prevents the shell from replacing itself with its only command. */
const init = 'trap : INT TERM; "$@"; exit $?';
const cgroups = '/sys/fs/cgroup';
const interruptions = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs a program in its own network, mount and process namespaces, and returns its exit code. When it exits, the kernel kills
 * everything that it started, and its network, mounts and firewall disappear: a power cut for what runs there. A signal to
 * this process has the same effect and then ends this process.
 */
export async function runApart(command: readonly string[]): Promise<number> {
  makeCgroups();
  const child = spawn('unshare', [...namespaces, 'sh', '-c', init, 'init', ...command], { stdio: 'inherit' });
  let interruption: NodeJS.Signals | undefined;
  const interrupt = (signal: NodeJS.Signals): void => {
    interruption = signal;
    // --kill-child kills what it has forked.
    child.kill('SIGKILL');
  };
  for (const signal of interruptions) process.once(signal, interrupt);
  const [code] = (await once(child, 'close')) as [number | null];
  for (const signal of interruptions) process.off(signal, interrupt);
  await removeCgroups();
  if (interruption !== undefined) process.kill(process.pid, interruption);
  return code ?? 1;
}

/** Returns cgroup hierarchies: one in version 2, one per controller in version 1, where some names are links to others. */
function hierarchies(): string[] {
  if (existsSync(join(cgroups, 'cgroup.controllers'))) return [cgroups];
  return readdirSync(cgroups, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(cgroups, name));
}

function makeCgroups(): void {
  for (const hierarchy of hierarchies()) mkdirSync(join(hierarchy, podsCgroup), { recursive: true });
}

/** Retries, because a cgroup cannot be removed before its last process has ended, which takes a moment after a signal. */
function removeCgroups(): Promise<void> {
  const left = hierarchies().map((hierarchy) => join(hierarchy, podsCgroup));
  return until(() => left.filter((folder) => existsSync(folder)).forEach(removeCgroup), 30_000);
}

/** Removes nested cgroups first. The kernel's files in a cgroup disappear with it. */
function removeCgroup(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeCgroup(join(folder, entry.name));
  rmdirSync(folder);
}
