import { join } from 'node:path';
import type { ProcessSpec } from '../control-plane/child.ts';
import { writeUserKubeconfig, type ControlPlane } from '../control-plane/control-plane.ts';
import { isHealthyOverHttp, isListening } from '../control-plane/health.ts';
import { issueUser } from '../control-plane/pki.ts';
import type { Accounts } from './accounts.ts';
import type { DemoPorts } from './ports.ts';
import { accountKubeconfig } from './service-accounts.ts';
import type { Settings } from './settings.ts';

/** What our own processes are started with. */
export interface ProductOptions {
  settings: Settings;
  controlPlane: ControlPlane;
  ports: DemoPorts;
}

/** Plays KubeVirt and CDI. */
export async function kubevirtProcess({
  settings,
  controlPlane,
  ports,
}: ProductOptions): Promise<ProcessSpec> {
  const certificate = await issueUser(controlPlane.pki, 'gpulease:kubevirt', ['system:masters']);
  return nodeProcess(settings, {
    name: 'kubevirt',
    entry: 'local/src/kubevirt/main.ts',
    env: {
      KUBECONFIG: await writeUserKubeconfig(controlPlane, 'kubevirt', certificate),
      SUBRESOURCES_PORT: String(ports.kubevirt),
    },
    isReady: () => isListening(ports.kubevirt),
  });
}

export function operatorProcess({ settings, controlPlane, ports }: ProductOptions): ProcessSpec {
  return nodeProcess(settings, {
    name: 'operator',
    entry: 'operator/src/main.ts',
    isReady: isReadyAt(ports.operatorOps),
    env: {
      KUBECONFIG: accountKubeconfig(controlPlane, 'gpulease-operator'),
      METRICS_PORT: String(ports.operatorOps),
    },
  });
}

export function workerProcess(
  { settings, controlPlane, ports }: ProductOptions,
  databaseUrl: string,
): ProcessSpec {
  return nodeProcess(settings, {
    name: 'worker',
    entry: 'portal/bff/src/worker.ts',
    isReady: isReadyAt(ports.workerOps),
    env: {
      KUBECONFIG: accountKubeconfig(controlPlane, 'gpulease-worker'),
      DATABASE_URL: databaseUrl,
      METRICS_PORT: String(ports.workerOps),
      GPULEASE_SANDBOX: '1',
    },
  });
}

export interface PortalOptions extends ProductOptions {
  databaseUrl: string;
  webDist: string;
  accounts: Accounts;
}

export function portalProcess(options: PortalOptions): ProcessSpec {
  const { settings, controlPlane, ports, databaseUrl, webDist, accounts } = options;
  return nodeProcess(settings, {
    name: 'bff',
    entry: 'portal/bff/src/main.ts',
    isReady: isReadyAt(ports.portalOps),
    env: {
      KUBECONFIG: accountKubeconfig(controlPlane, 'gpulease-bff'),
      DATABASE_URL: databaseUrl,
      PORT: String(settings.port),
      OPS_PORT: String(ports.portalOps),
      WEB_DIST: webDist,
      GPULEASE_SANDBOX: '1',
      GPULEASE_ADMIN_PASSWORD: accounts.admin.password,
    },
  });
}

interface NodeProgram {
  name: string;
  /** Its file, from the repository's root. */
  entry: string;
  isReady: () => Promise<boolean>;
  env: Record<string, string>;
}

function nodeProcess({ repository }: Settings, { name, entry, isReady, env }: NodeProgram): ProcessSpec {
  return {
    name,
    command: process.execPath,
    args: [join(repository, entry)],
    cwd: repository,
    restart: true,
    env: { NODE_ENV: 'production', ...env },
    isReady,
  };
}

function isReadyAt(port: number): () => Promise<boolean> {
  return () => isHealthyOverHttp(`http://127.0.0.1:${port}/readyz`);
}
