/** Programs of a node other than containerd. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { NodeBinaries } from '../../../local/src/control-plane/binaries.ts';
import type { ProcessSpec } from '../../../local/src/control-plane/child.ts';
import type { ControlPlane } from '../../../local/src/control-plane/control-plane.ts';
import { isHealthyOverHttp } from '../../../local/src/control-plane/health.ts';
import { kubeconfigOf } from './control-plane.ts';
import {
  containerdSocket,
  nodeAddress,
  nodeName,
  podRange,
  podsCgroup,
  serviceRange,
  type Places,
} from './places.ts';

export interface NodeOptions {
  places: Places;
  binaries: NodeBinaries;
  controlPlane: ControlPlane;
}

export function kubeletProcess({ places, binaries, controlPlane }: NodeOptions): ProcessSpec {
  const resolvConf = join(places.home, 'resolv.conf');
  writeFileSync(resolvConf, 'nameserver 127.0.0.1\n');
  mkdirSync(places.podLogs, { recursive: true });
  const config = writeConfig(places, 'kubelet', {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: true },
      x509: { clientCAFile: join(controlPlane.pki.folder, 'ca.crt') },
    },
    authorization: { mode: 'Webhook' },
    containerRuntimeEndpoint: `unix://${containerdSocket}`,
    cgroupDriver: 'cgroupfs',
    cgroupRoot: `/${podsCgroup}`,
    failCgroupV1: false,
    failSwapOn: false,
    clusterDNS: ['10.96.0.10'],
    clusterDomain: 'cluster.local',
    resolvConf,
    podLogsDir: places.podLogs,
    volumePluginDir: join(places.kubelet, 'volume-plugins'),
    // A deleted image could not be pulled again.
    imageGCHighThresholdPercent: 100,
    imageGCLowThresholdPercent: 99,
    evictionHard: { 'nodefs.available': '1%', 'imagefs.available': '1%', 'memory.available': '50Mi' },
  });
  return {
    name: 'kubelet',
    command: binaries.kubelet,
    args: [
      `--config=${config}`,
      `--kubeconfig=${kubeconfigOf(controlPlane, 'kubelet')}`,
      `--root-dir=${places.kubelet}`,
      `--hostname-override=${nodeName}`,
      `--node-ip=${nodeAddress}`,
    ],
    readyTimeoutMs: 120_000,
    isReady: () => isHealthyOverHttp('http://127.0.0.1:10248/healthz'),
  };
}

export function kubeProxyProcess({ places, binaries, controlPlane }: NodeOptions): ProcessSpec {
  const config = writeConfig(places, 'kube-proxy', {
    apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
    kind: 'KubeProxyConfiguration',
    clientConnection: { kubeconfig: kubeconfigOf(controlPlane, 'kube-proxy') },
    mode: 'iptables',
    clusterCIDR: podRange,
    hostnameOverride: nodeName,
    // The sizes of the kernel's table apply to the whole machine.
    conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' },
  });
  return {
    name: 'kube-proxy',
    command: binaries['kube-proxy'],
    args: [`--config=${config}`],
    readyTimeoutMs: 120_000,
    isReady: () => isHealthyOverHttp('http://127.0.0.1:10256/healthz'),
  };
}

/** Runs only the part of kube-router that enforces NetworkPolicies. */
export function kubeRouterProcess({ binaries, controlPlane }: NodeOptions): ProcessSpec {
  return {
    name: 'kube-router',
    command: binaries['kube-router'],
    args: [
      `--kubeconfig=${kubeconfigOf(controlPlane, 'kube-router')}`,
      `--hostname-override=${nodeName}`,
      `--service-cluster-ip-range=${serviceRange}`,
      '--run-firewall=true',
      '--run-router=false',
      '--run-service-proxy=false',
      '--enable-cni=false',
    ],
    readyTimeoutMs: 120_000,
    isReady: () => isHealthyOverHttp('http://127.0.0.1:20244/healthz'),
  };
}

function writeConfig(places: Places, name: string, config: object): string {
  const path = join(places.home, `${name}.yaml`);
  writeFileSync(path, stringify(config));
  return path;
}
