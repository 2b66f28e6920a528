import { labels, tenantNamespace } from '@gpulease/crds';
import type { Tenant } from '@gpulease/crds';
import { controllerReference } from '@gpulease/kube';
import type { Namespace, NetworkPolicy, ResourceQuota } from '@gpulease/kube';
import { ACCESS_PORTS } from '../kubevirt/service.ts';

const POLICY_NAME = 'gpulease-default';
export const QUOTA_NAME = 'gpulease-workloads';

/** Addresses that are not the internet: machines must not reach the cluster, the hosts or their metadata service. */
const PRIVATE_RANGES = ['10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'];
const PRIVATE_RANGES_V6 = ['fc00::/7', 'fe80::/10'];

/** The namespace of the tenant's workloads; it goes when the tenant goes. */
export function buildNamespace(tenant: Tenant): Namespace {
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name: tenantNamespace(tenant.metadata.name),
      labels: {
        [labels.tenant]: tenant.metadata.name,
        // KubeVirt's pods need it; tenants themselves have no access to the cluster.
        'pod-security.kubernetes.io/enforce': 'privileged',
      },
      ownerReferences: [controllerReference(tenant)],
    },
  };
}

/** Keeps kubectl and Git to the tenant's quota too; GPUs are summed by placement. Absent: no limit. */
export function buildQuota(tenant: Tenant): ResourceQuota {
  const workloads = tenant.spec.quota?.workloads;
  return {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: inNamespace(tenant, QUOTA_NAME),
    spec: { hard: workloads === undefined ? {} : { 'count/workloads.gpulease.dev': String(workloads) } },
  };
}

export function withoutLimits(quota: ResourceQuota): ResourceQuota {
  return { ...quota, spec: { hard: {} } };
}

/**
 * Closes the tenant's network, except for DNS, the internet, and signing in to machines by SSH. A machine that has more
 * ports than that opens them itself.
 */
export function buildDefaultPolicy(tenant: Tenant): NetworkPolicy {
  const dns = [
    { protocol: 'UDP' as const, port: 53 },
    { protocol: 'TCP' as const, port: 53 },
  ];
  const clusterDns = {
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
    podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } },
  };
  const internet = [
    { ipBlock: { cidr: '0.0.0.0/0', except: PRIVATE_RANGES } },
    { ipBlock: { cidr: '::/0', except: PRIVATE_RANGES_V6 } },
  ];
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: inNamespace(tenant, POLICY_NAME),
    spec: {
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ ports: [{ protocol: 'TCP', port: ACCESS_PORTS.ssh }] }],
      egress: [{ to: [clusterDns], ports: dns }, { to: internet }],
    },
  };
}

function inNamespace({ metadata }: Tenant, name: string) {
  return { name, namespace: tenantNamespace(metadata.name), labels: { [labels.tenant]: metadata.name } };
}
