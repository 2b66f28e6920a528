import { labels, tenantNamespace, type Tenant } from '@gpulease/crds';
import { controllerReference } from '@gpulease/kube';
import type {
  Namespace,
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
  ResourceQuota,
} from '@gpulease/kube';
import { ACCESS_PORTS } from '../kubevirt/service.ts';
import type { ClusterNetwork } from '../cluster-network/cluster-network.ts';

const POLICY_NAME = 'gpulease-default';
const DISK_POLICY_NAME = 'gpulease-disks';
export const QUOTA_NAME = 'gpulease-workloads';

/** Builds the namespace of the tenant's workloads, which is deleted with the tenant. */
export function buildNamespace(tenant: Tenant): Namespace {
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name: tenantNamespace(tenant.metadata.name),
      labels: {
        [labels.tenant]: tenant.metadata.name,
        // KubeVirt's pods require it; tenants have no access to the cluster.
        'pod-security.kubernetes.io/enforce': 'privileged',
      },
      ownerReferences: [controllerReference(tenant)],
    },
  };
}

/** Builds the quota that also limits kubectl and GitOps tools; placement counts GPUs. An absent quota means no limit. */
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
 * Builds the policy that closes the tenant's network except for DNS, the internet and SSH to machines. A machine with
 * more ports opens them with its own policy.
 */
export function buildDefaultPolicy(tenant: Tenant, { dns, closed }: ClusterNetwork): NetworkPolicy {
  const internet = [
    { ipBlock: { cidr: '0.0.0.0/0', except: closed.v4 } },
    { ipBlock: { cidr: '::/0', except: closed.v6 } },
  ];
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: inNamespace(tenant, POLICY_NAME),
    spec: {
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ ports: [{ protocol: 'TCP', port: ACCESS_PORTS.ssh }] }],
      egress: [
        { to: [dnsPods, ...dns.map((cidr) => ({ ipBlock: { cidr } }))], ports: onPort(53) },
        { to: [openShiftDnsPods], ports: onPort(5353) },
        { to: internet },
      ],
    },
  };
}

const dnsPods = podsIn('kube-system', { 'k8s-app': 'kube-dns' });
/** Policies see the port of the pod, not of its Service. */
const openShiftDnsPods = podsIn('openshift-dns', { 'dns.operator.openshift.io/daemonset-dns': 'default' });

function podsIn(namespace: string, matchLabels: Record<string, string>): NetworkPolicyPeer {
  return {
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
    podSelector: { matchLabels },
  };
}

function onPort(port: number): NetworkPolicyPort[] {
  return [
    { protocol: 'UDP', port },
    { protocol: 'TCP', port },
  ];
}

/**
 * Builds the policy that lets CDI copy an image into a disk of the tenant. If the storage cannot clone, a pod beside the image
 * sends it to a pod in this namespace, and CDI's controller reads the progress of both. Both sides present certificates.
 */
export function buildDiskPolicy(tenant: Tenant): NetworkPolicy {
  const ofCdi = { matchLabels: { app: 'containerized-data-importer' } };
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: inNamespace(tenant, DISK_POLICY_NAME),
    spec: {
      podSelector: ofCdi,
      policyTypes: ['Ingress'],
      ingress: [
        { from: [{ namespaceSelector: {}, podSelector: ofCdi }], ports: [{ protocol: 'TCP', port: 8443 }] },
      ],
    },
  };
}

function inNamespace({ metadata }: Tenant, name: string) {
  return { name, namespace: tenantNamespace(metadata.name), labels: { [labels.tenant]: metadata.name } };
}
