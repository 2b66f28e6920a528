/** Turns fresh namespaces into a separate machine with its own folders and network, connected to a simulated outside. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeAddress, podRange } from './places.ts';

/** The simulated outside: the internet, a private network, and a cloud's metadata service. */
export const beyond = {
  namespace: 'beyond',
  gateway: '192.168.77.1',
  internet: '203.0.113.10',
  privateNetwork: '10.20.0.5',
  metadata: '169.254.169.254',
} as const;

/**
 * Kernel settings that kubelet sets if they differ. They apply to the whole machine and not to a namespace, so kubelet is
 * shown the expected values instead. Source: pkg/kubelet/cm/container_manager_linux.go of Kubernetes.
 */
const kernelSettings: Readonly<Record<string, number>> = {
  'vm/overcommit_memory': 1,
  'vm/panic_on_oom': 0,
  'kernel/panic': 10,
  'kernel/panic_on_oops': 1,
  'kernel/keys/root_maxkeys': 1_000_000,
  'kernel/keys/root_maxbytes': 25_000_000,
};

/** Sets up the machine. `scratch` is an empty folder for files that vanish with it. */
export function makeMachine(scratch: string): void {
  makeFolders(scratch);
  makeNetwork();
}

function makeFolders(scratch: string): void {
  run('mount', '-t', 'tmpfs', 'tmpfs', scratch);
  // Programs write to fixed paths there. The host's files stay visible below.
  for (const path of ['/var/lib', '/var/log', '/usr/libexec']) layOver(path, scratch);
  showOwnNetwork(scratch);
  run('mount', '-t', 'tmpfs', 'tmpfs', '/run');
  for (const [name, value] of Object.entries(kernelSettings)) pretend(name, value, scratch);
}

function layOver(path: string, scratch: string): void {
  const [upper, work] = ['upper', 'work'].map((kind) => join(scratch, kind, path));
  for (const folder of [upper, work]) mkdirSync(folder ?? '', { recursive: true });
  const options = `lowerdir=${path},upperdir=${upper ?? ''},workdir=${work ?? ''}`;
  run('mount', '-t', 'overlay', 'overlay', '-o', options, path);
}

/** Remounts /sys, which shows the network namespace in which it was mounted. */
function showOwnNetwork(scratch: string): void {
  const kept = join(scratch, 'cgroup');
  mkdirSync(kept);
  run('mount', '--rbind', '/sys/fs/cgroup', kept);
  run('mount', '-t', 'sysfs', 'sysfs', '/sys');
  run('mount', '--rbind', kept, '/sys/fs/cgroup');
}

function pretend(name: string, value: number, scratch: string): void {
  const path = join('/proc/sys', name);
  if (readFileSync(path, 'utf8').trim() === String(value)) return;
  const file = join(scratch, name.replaceAll('/', '-'));
  writeFileSync(file, `${value}\n`);
  run('mount', '--bind', file, path);
}

/** Connects the node's eth0 by a veth pair to a namespace that plays the rest of the world. */
function makeNetwork(): void {
  const { namespace, gateway, ...others } = beyond;
  run('ip', 'link', 'set', 'lo', 'up');
  run('ip', 'netns', 'add', namespace);
  run('ip', 'link', 'add', 'eth0', 'type', 'veth', 'peer', 'name', 'node', 'netns', namespace);
  run('ip', 'addr', 'add', `${nodeAddress}/24`, 'dev', 'eth0');
  run('ip', 'link', 'set', 'eth0', 'up');
  const there = (...args: string[]) => run('ip', '-n', namespace, ...args);
  there('addr', 'add', `${gateway}/24`, 'dev', 'node');
  for (const address of Object.values(others)) there('addr', 'add', `${address}/32`, 'dev', 'lo');
  for (const device of ['lo', 'node']) there('link', 'set', device, 'up');
  there('route', 'add', podRange, 'via', nodeAddress);
  run('ip', 'route', 'add', 'default', 'via', gateway);
  writeFileSync('/proc/sys/net/ipv4/ip_forward', '1');
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
