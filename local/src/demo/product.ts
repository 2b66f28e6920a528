import { join } from 'node:path';
import type { ProcessSpec } from '../control-plane/child.ts';
import { writeUserKubeconfig, type ControlPlane } from '../control-plane/control-plane.ts';
import { isHealthyOverHttp, isListening } from '../control-plane/health.ts';
import { keepMerchantFiles } from '../wechat-pay/merchant-files.ts';
import { issueUser } from '../control-plane/pki.ts';
import type { Accounts } from './accounts.ts';
import type { DemoPorts, NodePortRange } from './ports.ts';
import { accountKubeconfig } from './service-accounts.ts';
import type { Settings } from './settings.ts';

/** Folder of all WeChat Pay data, in the demo's home. */
const wechatHome = ({ home }: Settings) => join(home, 'wechat-pay');

/** Configuration of the product's processes. */
export interface ProductOptions {
  settings: Settings;
  controlPlane: ControlPlane;
  ports: DemoPorts;
  nodePorts: NodePortRange;
  /** Address of the metrics source; undefined without one. */
  metricsUrl: string | undefined;
}

/** Writes the kubeconfig of the simulated KubeVirt, the only user that may change machines in tenants' namespaces; returns its path. */
export async function kubevirtKubeconfig(controlPlane: ControlPlane): Promise<string> {
  const certificate = await issueUser(controlPlane.pki, 'gpulease:kubevirt', ['system:masters']);
  return writeUserKubeconfig(controlPlane, 'kubevirt', certificate);
}

/** Simulates KubeVirt and CDI; pace 1 has watchable delays, pace 0 has none. */
export async function kubevirtProcess(
  { settings, controlPlane, ports }: ProductOptions,
  pace: 0 | 1 = 1,
): Promise<ProcessSpec> {
  return nodeProcess(settings, {
    name: 'kubevirt',
    entry: 'local/src/kubevirt/main.ts',
    env: {
      KUBECONFIG: await kubevirtKubeconfig(controlPlane),
      SUBRESOURCES_PORT: String(ports.kubevirt),
      METRICS_PORT: String(ports.kubevirtMetrics),
      SIMULATION_PACE: String(pace),
    },
    isReady: () => isListening(ports.kubevirt),
  });
}

/** Simulates WeChat Pay. */
export async function wechatPayProcess({ settings, ports }: ProductOptions): Promise<ProcessSpec> {
  await keepMerchantFiles(wechatHome(settings));
  return nodeProcess(settings, {
    name: 'wechat-pay',
    entry: 'local/src/wechat-pay/main.ts',
    env: { WECHATPAY_HOME: wechatHome(settings), WECHATPAY_PORT: String(ports.wechatPay) },
    isReady: () => isListening(ports.wechatPay),
  });
}

/** Returns the WeChat Pay settings of the portal and the billing worker. */
function wechatPayEnv({ settings, ports }: ProductOptions): Record<string, string> {
  return {
    GPULEASE_WECHATPAY_DIR: join(wechatHome(settings), 'merchant'),
    GPULEASE_WECHATPAY_URL: `http://127.0.0.1:${ports.wechatPay}`,
    GPULEASE_WECHATPAY_NOTIFY_URL: `http://127.0.0.1:${settings.port}/api/v1/payments/wechat/notify`,
  };
}

export function operatorProcess(options: ProductOptions): ProcessSpec {
  const { settings, controlPlane, ports, nodePorts } = options;
  return nodeProcess(settings, {
    name: 'operator',
    entry: 'operator/src/main.ts',
    isReady: isReadyAt(ports.operatorOps),
    env: {
      KUBECONFIG: accountKubeconfig(controlPlane, 'gpulease-operator'),
      METRICS_PORT: String(ports.operatorOps),
      NODE_PORT_RANGE: `${nodePorts.first}-${nodePorts.last}`,
      ...metricsEnv(options),
    },
  });
}

function metricsEnv({ metricsUrl }: ProductOptions): Record<string, string> {
  return metricsUrl === undefined ? {} : { METRICS_URL: metricsUrl };
}

export function workerProcess(options: ProductOptions, databaseUrl: string): ProcessSpec {
  const { settings, controlPlane, ports } = options;
  return nodeProcess(settings, {
    name: 'worker',
    entry: 'portal/bff/src/worker.ts',
    isReady: isReadyAt(ports.workerOps),
    env: {
      KUBECONFIG: accountKubeconfig(controlPlane, 'gpulease-worker'),
      DATABASE_URL: databaseUrl,
      METRICS_PORT: String(ports.workerOps),
      GPULEASE_SANDBOX: '1',
      ...wechatPayEnv(options),
      ...supportEnv,
      ...creditEnv,
    },
  });
}

const creditEnv = { GPULEASE_SECOND_OPERATOR_ABOVE: '50000.00' };

/** Unreachable: the domain is reserved. */
const supportEnv = {
  GPULEASE_SUPPORT_EMAIL: 'support@gpulease.example',
  GPULEASE_SUPPORT_HOURS_ZH: '工作日 9:00–18:00',
  GPULEASE_SUPPORT_HOURS_EN: 'Weekdays 9:00–18:00, China time',
};

export interface PortalOptions extends ProductOptions {
  databaseUrl: string;
  /** The built web application and documents; without them, only the API is served. */
  webDist?: string;
  docsDist?: string;
  accounts: Accounts;
}

export function portalProcess(options: PortalOptions): ProcessSpec {
  const { settings, controlPlane, ports, databaseUrl, webDist, docsDist, accounts } = options;
  return nodeProcess(settings, {
    name: 'bff',
    entry: 'portal/bff/src/main.ts',
    isReady: isReadyAt(ports.portalOps),
    env: {
      KUBECONFIG: accountKubeconfig(controlPlane, 'gpulease-bff'),
      DATABASE_URL: databaseUrl,
      PORT: String(settings.port),
      OPS_PORT: String(ports.portalOps),
      ...(webDist !== undefined && { WEB_DIST: webDist }),
      ...(docsDist !== undefined && { DOCS_DIST: docsDist }),
      GPULEASE_SANDBOX: '1',
      ...wechatPayEnv(options),
      ...supportEnv,
      ...metricsEnv(options),
      ...creditEnv,
      GPULEASE_ADMIN_PASSWORD: accounts.admin.password,
    },
  });
}

interface NodeProgram {
  name: string;
  /** Its file, relative to the repository root. */
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
