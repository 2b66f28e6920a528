import {
  kubeconfigPath,
  prepareControlPlane,
  writeUserKubeconfig,
  type ControlPlane,
} from '../../../local/src/control-plane/control-plane.ts';
import type { Binaries } from '../../../local/src/control-plane/binaries.ts';
import type { ProcessSpec } from '../../../local/src/control-plane/child.ts';
import { issueUser } from '../../../local/src/control-plane/pki.ts';
import {
  apiServerProcess,
  controllerManagerProcess,
  etcdProcess,
  schedulerProcess,
} from '../../../local/src/control-plane/processes.ts';
import { nodeAddress, nodeName, podRange } from './places.ts';

/** Fixed, because nothing else listens in the node's own network. */
const ports = {
  etcd: 2379,
  etcdPeer: 2380,
  apiServer: 6443,
  controllerManager: 10_257,
  scheduler: 10_259,
  kwok: 10_300,
};

/** Users of the API server for the node's programs and the simulated KubeVirt. */
const users: Record<string, { user: string; groups: string[] }> = {
  kubelet: { user: `system:node:${nodeName}`, groups: ['system:nodes'] },
  'kube-proxy': { user: 'system:kube-proxy', groups: [] },
  'kube-router': { user: 'gpulease:kube-router', groups: ['system:masters'] },
  kubevirt: { user: 'gpulease:kubevirt', groups: ['system:masters'] },
};

/** Prepares a control plane for a real node. Keeps the files of an earlier start. */
export async function prepareRealControlPlane(home: string, binaries: Binaries): Promise<ControlPlane> {
  const controlPlane = await prepareControlPlane(home, binaries, ports);
  for (const [name, { user, groups }] of Object.entries(users))
    await writeUserKubeconfig(controlPlane, name, await issueUser(controlPlane.pki, user, groups));
  return controlPlane;
}

/** Returns the path of the kubeconfig of one of the node's programs. */
export function kubeconfigOf(controlPlane: ControlPlane, name: string): string {
  return kubeconfigPath(controlPlane, name);
}

/** Returns the control plane's programs in start order. Pods reach the API server at the node's address. */
export function controlPlaneProcesses(controlPlane: ControlPlane): ProcessSpec[] {
  const flags = [
    '--bind-address=0.0.0.0',
    `--advertise-address=${nodeAddress}`,
    '--endpoint-reconciler-type=lease',
  ];
  const controllerManager = controllerManagerProcess(controlPlane);
  const network = ['--allocate-node-cidrs=true', `--cluster-cidr=${podRange}`];
  return [
    etcdProcess(controlPlane, { durable: true }),
    apiServerProcess(controlPlane, { withControllerManager: true, flags }),
    { ...controllerManager, args: [...controllerManager.args, ...network] },
    schedulerProcess(controlPlane),
  ].map((spec) => ({ ...spec, readyTimeoutMs: 300_000 }));
}
