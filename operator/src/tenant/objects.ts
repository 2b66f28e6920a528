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
 * Lets CDI copy an image into a disk of the tenant: where the storage does not clone by itself, a pod beside the image sends it
 * to a pod here, and CDI's controller reads from both how far they are. Both sides show certificates.
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
