import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { KeyPair } from './certificates.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import { issueUser, preparePki, readPki, type Pki } from './pki.ts';

/** The control plane's TCP ports on 127.0.0.1. */
export const controlPlanePorts = [
  'etcd',
  'etcdPeer',
  'apiServer',
  'controllerManager',
  'scheduler',
  'kwok',
] as const;

export type ControlPlanePorts = Record<(typeof controlPlanePorts)[number], number>;

/** Configuration shared by the programs of one local control plane. */
export interface ControlPlane {
  home: string;
  binaries: Binaries;
  ports: ControlPlanePorts;
  pki: Pki;
  /** Path of the cluster administrator's kubeconfig. */
  kubeconfig: string;
  apiUrl: string;
}

/** Users as which the control plane's programs call the API server. */
const systemUsers = {
  'kube-controller-manager': { user: 'system:kube-controller-manager', groups: [] },
  'kube-scheduler': { user: 'system:kube-scheduler', groups: [] },
  kwok: { user: 'gpulease:kwok', groups: ['system:masters'] },
} as const;

/** Creates the certificates and kubeconfigs of a control plane in `home`. Retains existing authorities. */
export async function prepareControlPlane(
  home: string,
  binaries: Binaries,
  ports: ControlPlanePorts,
): Promise<ControlPlane> {
  await mkdir(join(home, 'kubeconfigs'), { recursive: true, mode: 0o700 });
  await preparePki(pkiFolder(home));
  const controlPlane = openControlPlane(home, binaries, ports);
  const { pki, kubeconfig } = controlPlane;
  await writeUserKubeconfig(controlPlane, 'admin', pki.administrator, kubeconfig);
  for (const [name, { user, groups }] of Object.entries(systemUsers)) {
    await writeUserKubeconfig(controlPlane, name, await issueUser(pki, user, groups));
  }
  return controlPlane;
}

/** Opens a control plane that was prepared in `home`. */
export function openControlPlane(home: string, binaries: Binaries, ports: ControlPlanePorts): ControlPlane {
  return {
    home,
    binaries,
    ports,
    pki: readPki(pkiFolder(home)),
    kubeconfig: join(home, 'kubeconfig'),
    apiUrl: `https://127.0.0.1:${ports.apiServer}`,
  };
}

function pkiFolder(home: string): string {
  return join(home, 'pki');
}

/** Returns the path of a user's kubeconfig. */
export function kubeconfigPath({ home }: Pick<ControlPlane, 'home'>, name: string): string {
  return join(home, 'kubeconfigs', `${name}.yaml`);
}

/** Writes a kubeconfig for a client certificate and returns its path. */
export async function writeUserKubeconfig(
  controlPlane: ControlPlane,
  name: string,
  clientCertificate: KeyPair,
  path = kubeconfigPath(controlPlane, name),
): Promise<string> {
  const { apiUrl: server, pki } = controlPlane;
  await writeKubeconfig(path, {
    server,
    authority: pki.cluster.certificate,
    user: name,
    credentials: { clientCertificate },
  });
  return path;
}
