import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian's folder of the programs that containerd calls to connect a pod. */
export const cniPlugins = '/usr/lib/cni';

/** The programs that a real node needs, by Debian package. */
const packages: Record<string, readonly string[]> = {
  containerd: ['containerd', 'ctr'],
  runc: ['runc'],
  iptables: ['iptables', 'iptables-restore'],
  ipset: ['ipset'],
  iproute2: ['ip'],
  'util-linux': ['unshare', 'nsenter', 'mount'],
};

/** Capabilities of a machine that matter for running a node. */
export interface Machine {
  platform: string;
  isRoot: boolean;
  /** Whether it has a program. */
  has: (program: string) => boolean;
  hasPlugins: boolean;
  /** Whether namespaces can be created. */
  canSeparate: boolean;
}

/** Returns why a real node cannot run on a machine, to be read after "because"; undefined if it can. */
export function whyNot(machine: Machine): string | undefined {
  if (machine.platform !== 'linux') return `this is ${machine.platform}, and a node needs Linux.`;
  if (!machine.isRoot) return 'only root can run a node: sudo make test-node.';
  const missing = Object.entries(packages)
    .filter(([, programs]) => !programs.every(machine.has))
    .map(([name]) => name);
  if (!machine.hasPlugins) missing.push('containernetworking-plugins');
  if (missing.length > 0)
    return `packages of Debian are missing: apt-get install --no-install-recommends ${missing.join(' ')}.`;
  if (!machine.canSeparate) return 'root may not make namespaces here, as in a container without privileges.';
  return undefined;
}

/** Returns the capabilities of this machine. */
export function thisMachine(): Machine {
  const runs = (program: string, args: readonly string[]) =>
    spawnSync(program, args, { stdio: 'ignore' }).status === 0;
  return {
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    has: (program) => runs('sh', ['-c', `command -v ${program}`]),
    hasPlugins: ['ptp', 'host-local'].every((name) => existsSync(`${cniPlugins}/${name}`)),
    canSeparate: runs('unshare', ['--net', '--mount', '--pid', '--fork', '--mount-proc', 'true']),
  };
}
