/** Operations on a kind node: a Docker container in which systemd runs the kubelet, and the kubelet the API server. */
import { setTimeout as delay } from 'node:timers/promises';
import { capture } from './run.ts';

export const controlPlane = 'gpulease-control-plane';
export const worker = 'gpulease-worker';

const manifest = '/etc/kubernetes/manifests/kube-apiserver.yaml';
const aside = '/etc/kubernetes/kube-apiserver.yaml';

export async function withoutKubelet(node: string, milliseconds: number): Promise<void> {
  await inside(node, 'systemctl', 'stop', 'kubelet');
  await delay(milliseconds);
  await inside(node, 'systemctl', 'start', 'kubelet');
}

/** Moves the manifest away and back: the kubelet stops a static pod without a manifest. */
export async function withoutApiServer(milliseconds: number): Promise<void> {
  await inside(controlPlane, 'mv', manifest, aside);
  await delay(milliseconds);
  await inside(controlPlane, 'mv', aside, manifest);
}

export async function reboot(node: string): Promise<void> {
  await capture(['docker', 'restart', node]);
}

function inside(node: string, ...command: readonly string[]): Promise<string> {
  return capture(['docker', 'exec', node, ...command]);
}
