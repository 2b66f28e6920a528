import { join } from 'node:path';
import type { ProcessSpec } from './child.ts';
import { kubeconfigPath, type ControlPlane } from './control-plane.ts';
import { isHealthy, isHealthyOverHttp } from './health.ts';
import type { ControlPlaneProgram } from './versions.ts';

const serviceRange = '10.96.0.0/16';
const podRange = '10.244.0.1/16';

/** Annotation of the nodes that KWOK simulates. */
const fakeNodeAnnotation = 'kwok.x-k8s.io/node=fake';

interface ApiServerOptions {
  /** Whether a controller-manager runs, which creates the ServiceAccounts that pods need. */
  withControllerManager: boolean;
  /** Additional flags, which override the defaults. */
  flags?: readonly string[];
}

/** Tests alone set `durable` to false: a power loss may then lose writes. */
export function etcdProcess(controlPlane: ControlPlane, { durable }: { durable: boolean }): ProcessSpec {
  const { home, ports } = controlPlane;
  const { etcd, etcdClient: client } = controlPlane.pki;
  const pki = pkiFiles(controlPlane);
  const clientUrl = `https://127.0.0.1:${ports.etcd}`;
  const peerUrl = `https://127.0.0.1:${ports.etcdPeer}`;
  return program('etcd', controlPlane, {
    isReady: () => isHealthy({ url: `${clientUrl}/health`, authority: etcd.certificate, client }),
    args: [
      '--name=local',
      `--data-dir=${join(home, 'etcd')}`,
      `--listen-client-urls=${clientUrl}`,
      `--advertise-client-urls=${clientUrl}`,
      `--listen-peer-urls=${peerUrl}`,
      `--initial-advertise-peer-urls=${peerUrl}`,
      `--initial-cluster=local=${peerUrl}`,
      `--cert-file=${pki('etcd.crt')}`,
      `--key-file=${pki('etcd.key')}`,
      `--trusted-ca-file=${pki('etcd-ca.crt')}`,
      '--client-cert-auth',
      `--peer-cert-file=${pki('etcd.crt')}`,
      `--peer-key-file=${pki('etcd.key')}`,
      `--peer-trusted-ca-file=${pki('etcd-ca.crt')}`,
      '--peer-client-cert-auth',
      '--log-level=warn',
      ...(durable ? [] : ['--unsafe-no-fsync']),
    ],
  });
}

export function apiServerProcess(controlPlane: ControlPlane, options: ApiServerOptions): ProcessSpec {
  const { ports, apiUrl } = controlPlane;
  const { cluster, administrator: client } = controlPlane.pki;
  const pki = pkiFiles(controlPlane);
  return program('kube-apiserver', controlPlane, {
    isReady: () => isHealthy({ url: `${apiUrl}/readyz`, authority: cluster.certificate, client }),
    args: [
      `--secure-port=${ports.apiServer}`,
      '--bind-address=127.0.0.1',
      '--advertise-address=127.0.0.1',
      '--endpoint-reconciler-type=none',
      `--etcd-servers=https://127.0.0.1:${ports.etcd}`,
      `--etcd-cafile=${pki('etcd-ca.crt')}`,
      `--etcd-certfile=${pki('etcd-client.crt')}`,
      `--etcd-keyfile=${pki('etcd-client.key')}`,
      `--tls-cert-file=${pki('apiserver.crt')}`,
      `--tls-private-key-file=${pki('apiserver.key')}`,
      `--client-ca-file=${pki('ca.crt')}`,
      `--kubelet-client-certificate=${pki('apiserver-kubelet-client.crt')}`,
      `--kubelet-client-key=${pki('apiserver-kubelet-client.key')}`,
      // DNS does not resolve the names of nodes that KWOK simulates.
      '--kubelet-preferred-address-types=InternalIP',
      '--authorization-mode=Node,RBAC',
      '--anonymous-auth=false',
      `--service-cluster-ip-range=${serviceRange}`,
      '--allow-privileged=true',
      '--profiling=false',
      ...trustFlags(pki),
      ...(options.withControllerManager ? [] : ['--disable-admission-plugins=ServiceAccount']),
      ...(options.flags ?? []),
    ],
  });
}

/** Flags for ServiceAccount tokens and aggregated API servers. */
function trustFlags(pki: PkiFiles): string[] {
  return [
    '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
    `--service-account-key-file=${pki('service-account.pub')}`,
    `--service-account-signing-key-file=${pki('service-account.key')}`,
    `--requestheader-client-ca-file=${pki('front-proxy-ca.crt')}`,
    '--requestheader-allowed-names=front-proxy-client',
    '--requestheader-username-headers=X-Remote-User',
    '--requestheader-group-headers=X-Remote-Group',
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
    `--proxy-client-cert-file=${pki('front-proxy-client.crt')}`,
    `--proxy-client-key-file=${pki('front-proxy-client.key')}`,
  ];
}

const withoutControllers = [
  // The CDI simulator also simulates the storage behind its claims.
  'persistentvolume-binder-controller',
  'persistentvolume-expander-controller',
  // Endpoints are deprecated since Kubernetes 1.33 and unused here; EndpointSlices replace them.
  'endpoints-controller',
];

export function controllerManagerProcess(controlPlane: ControlPlane): ProcessSpec {
  const { ports } = controlPlane;
  const pki = pkiFiles(controlPlane);
  return program('kube-controller-manager', controlPlane, {
    isReady: () => isSecurePortHealthy(controlPlane, ports.controllerManager),
    args: [
      ...componentFlags(controlPlane, 'kube-controller-manager', ports.controllerManager),
      `--service-account-private-key-file=${pki('service-account.key')}`,
      `--root-ca-file=${pki('ca.crt')}`,
      '--use-service-account-credentials=true',
      `--controllers=*,${withoutControllers.map((name) => `-${name}`).join(',')}`,
      '--kube-api-qps=100',
      '--kube-api-burst=200',
    ],
  });
}

export function schedulerProcess(controlPlane: ControlPlane): ProcessSpec {
  const { scheduler: port } = controlPlane.ports;
  return program('kube-scheduler', controlPlane, {
    isReady: () => isSecurePortHealthy(controlPlane, port),
    args: componentFlags(controlPlane, 'kube-scheduler', port),
  });
}

/** Simulates the kubelets of annotated nodes: keeps the nodes Ready and runs their pods. */
export function kwokProcess(controlPlane: ControlPlane): ProcessSpec {
  const { ports } = controlPlane;
  return program('kwok', controlPlane, {
    isReady: () => isHealthyOverHttp(`http://127.0.0.1:${ports.kwok}/healthz`),
    args: [
      `--kubeconfig=${kubeconfigPath(controlPlane, 'kwok')}`,
      `--config=${join(import.meta.dirname, 'kwok-stages.yaml')}`,
      `--manage-nodes-with-annotation-selector=${fakeNodeAnnotation}`,
      '--manage-all-nodes=false',
      '--node-ip=127.0.0.1',
      `--cidr=${podRange}`,
      '--node-lease-duration-seconds=40',
      `--server-address=127.0.0.1:${ports.kwok}`,
    ],
  });
}

/** Returns the spec of a control plane program, restarted when it dies. */
function program(
  name: ControlPlaneProgram,
  { binaries }: ControlPlane,
  spec: Pick<ProcessSpec, 'args' | 'isReady'>,
): ProcessSpec {
  return { name, command: binaries[name], restart: true, ...spec };
}

/** Flags common to the controller-manager and the scheduler. Each runs once, so leader election is off. */
function componentFlags(controlPlane: ControlPlane, name: string, port: number): string[] {
  const kubeconfig = kubeconfigPath(controlPlane, name);
  const pki = pkiFiles(controlPlane);
  return [
    `--kubeconfig=${kubeconfig}`,
    `--authentication-kubeconfig=${kubeconfig}`,
    `--authorization-kubeconfig=${kubeconfig}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    `--tls-cert-file=${pki('apiserver.crt')}`,
    `--tls-private-key-file=${pki('apiserver.key')}`,
    '--leader-elect=false',
    '--profiling=false',
  ];
}

type PkiFiles = (file: string) => string;

function pkiFiles({ pki }: ControlPlane): PkiFiles {
  return (file) => join(pki.folder, file);
}

function isSecurePortHealthy({ pki }: ControlPlane, port: number): Promise<boolean> {
  return isHealthy({ url: `https://127.0.0.1:${port}/healthz`, authority: pki.cluster.certificate });
}
