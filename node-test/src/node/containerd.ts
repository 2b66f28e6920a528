import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessSpec } from '../../../local/src/control-plane/child.ts';
import { cniPlugins } from '../requirements.ts';
import { containerdSocket, type Places } from './places.ts';

/** The image of the container that holds a pod's namespaces. */
export const pauseImage = 'gpulease.test/pause:1';
const ctr = [`--address=${containerdSocket}`, '--namespace=k8s.io'];

/** Connects each pod only to the node, which routes, so that the firewall also sees packets between pods. */
const network = {
  cniVersion: '0.4.0',
  name: 'pods',
  plugins: [
    {
      type: 'ptp',
      ipam: {
        type: 'host-local',
        ranges: [[{ subnet: '10.244.0.0/24' }]],
        routes: [{ dst: '0.0.0.0/0' }],
      },
    },
  ],
};

/** Configures Debian's containerd. `restrict_oom_score_adj`: in some containers even root may not lower that score. */
function configuration(places: Places): string {
  return `
version = 2
root = "${places.containerd}"
state = "/run/containerd"
disabled_plugins = ["io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.zfs", "io.containerd.snapshotter.v1.devmapper", "io.containerd.internal.v1.opt"]
[grpc]
address = "${containerdSocket}"
[plugins."io.containerd.grpc.v1.cri"]
sandbox_image = "${pauseImage}"
restrict_oom_score_adj = true
[plugins."io.containerd.grpc.v1.cri".cni]
bin_dir = "${cniPlugins}"
conf_dir = "${places.network}"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
runtime_type = "io.containerd.runc.v2"
`;
}

/** Writes the configuration of containerd and of the pods' network, and returns the process. */
export function containerdProcess(places: Places): ProcessSpec {
  mkdirSync(places.network, { recursive: true });
  const lasting = { ...network, plugins: network.plugins.map((plugin) => withMemory(plugin, places)) };
  writeFileSync(join(places.network, '10-pods.conflist'), JSON.stringify(lasting));
  const config = join(places.home, 'containerd.toml');
  writeFileSync(config, configuration(places));
  return {
    name: 'containerd',
    command: 'containerd',
    args: [`--config=${config}`],
    isReady: () => Promise.resolve(answers()),
  };
}

/** Stores the assigned addresses on disk, where they survive a power cut as on a real node. */
function withMemory<P extends { ipam: object }>(plugin: P, places: Places) {
  return { ...plugin, ipam: { ...plugin.ipam, dataDir: join(places.network, 'addresses') } };
}

function answers(): boolean {
  try {
    execFileSync('ctr', [...ctr, 'version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Loads an image's archive; with a base name also by its digest, as in docs/install.md. */
export function loadImage(archive: string, baseName?: string): void {
  const names = baseName === undefined ? [] : ['--digests', `--base-name=${baseName}`];
  execFileSync('ctr', [...ctr, 'images', 'import', ...names, archive], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}
