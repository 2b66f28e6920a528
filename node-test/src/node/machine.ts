/** Makes of fresh namespaces a machine of their own: its folders, its network, and what lies beyond. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeAddress, podRange } from './places.ts';

/** What the node is connected to: the internet, somebody's private network, and a cloud's metadata service. */
export const beyond = {
  namespace: 'beyond',
  gateway: '192.168.77.1',
  internet: '203.0.113.10',
  privateNetwork: '10.20.0.5',
  metadata: '169.254.169.254',
} as const;

/**
 * What kubelet writes into the kernel where it is not so already. These hold for the whole machine and not for a namespace, so they
 * are shown to it as they should be. Source: pkg/kubelet/cm/container_manager_linux.go of Kubernetes.
 */
const kernelSettings: Readonly<Record<string, number>> = {
  'vm/overcommit_memory': 1,
  'vm/panic_on_oom': 0,
  'kernel/panic': 10,
  'kernel/panic_on_oops': 1,
  'kernel/keys/root_maxkeys': 1_000_000,
  'kernel/keys/root_maxbytes': 25_000_000,
};

/** Needs an empty folder for what is to vanish with the machine. */
export function makeMachine(scratch: string): void {
  makeFolders(scratch);
  makeNetwork();
}

function makeFolders(scratch: string): void {
  run('mount', '-t', 'tmpfs', 'tmpfs', scratch);
  // Programs write to fixed places there. What the machine has stays visible below.
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

/** /sys tells of the network in whose namespace it was mounted. */
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

/** A wire from the node's eth0 to a namespace that plays all the rest of the world. */
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
