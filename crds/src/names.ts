/** The names by which the parts of the product recognize their objects. */

/** The API group of all our kinds. */
export const GROUP = 'gpulease.dev';
export const VERSION = 'v1alpha1';
export const API_VERSION = `${GROUP}/${VERSION}`;

export const finalizers = {
  /** The operator's: removed when the workload's children are gone. */
  workload: `${GROUP}/workload`,
  /** Billing's: removed when the last run is settled and the workload is archived. */
  billing: `${GROUP}/billing`,
  /** On catalogue objects: removed when nothing that refers to the object runs. */
  inUse: `${GROUP}/in-use`,
} as const;

export const labels = {
  /** On a Workload: id of its order in the portal. */
  order: `${GROUP}/order`,
  /** On a tenant's namespace and the objects in it, including Workloads: name of the Tenant. */
  tenant: `${GROUP}/tenant`,
  /** On objects created for a workload: name of the Workload. */
  workload: `${GROUP}/workload`,
  /** On a Workload, and on core Nodes: name of the Region. */
  region: `${GROUP}/region`,
  /** On a Workload: name of the SKU. */
  sku: `${GROUP}/sku`,
  image: `${GROUP}/image`,
  /** On a machine's pod: the port of the DCGM exporter in its guest. */
  gpuMetricsPort: `${GROUP}/gpu-metrics-port`,
  /** On core Nodes: name of the ComputeNode. */
  computeNode: `${GROUP}/compute-node`,
  /** On a machine that checks a GPU: name of the ComputeNode. */
  check: `${GROUP}/check`,
} as const;

export const annotations = {
  /** On the operator's Lease: the version of the leader. */
  version: `${GROUP}/version`,
  /** On a Workload: the W3C traceparent of the portal's last change, if traced. */
  traceparent: `${GROUP}/traceparent`,
  /** On a Workload: the id of the portal's request that last changed it. */
  requestId: `${GROUP}/request-id`,
  /** On a Workload: when its customer last reported a broken GPU. */
  gpuReportedAt: `${GROUP}/gpu-reported-at`,
  /** On a ComputeNode: when a check of its free GPUs was last requested. */
  checkGpusAt: `${GROUP}/check-gpus-at`,
} as const;

/** Returns the labels by which Workloads are listed; `namespace` is the tenant's. */
export function workloadLabels(
  namespace: string,
  { sku, region }: { sku: string; region: string },
): Record<string, string> {
  return {
    [labels.tenant]: namespace.slice(tenantNamespace('').length),
    [labels.sku]: sku,
    [labels.region]: region,
  };
}

/** Returns the label of core Nodes that may run a SKU. */
export function skuLabel(sku: string): string {
  return `sku.${GROUP}/${sku}`;
}

/** The field managers for server-side apply. */
export const fieldManagers = {
  operator: 'gpulease-operator',
  billing: 'gpulease-billing',
  portal: 'gpulease-portal',
} as const;

/** Returns the namespace of a tenant's workloads. */
export function tenantNamespace(tenant: string): string {
  return `u-${tenant}`;
}

/** Returns the tenant whose namespace contains an object; undefined for other namespaces. */
export function tenantOf({ metadata }: { metadata: { namespace?: string | undefined } }): string | undefined {
  return /^u-(?<id>.+)$/.exec(metadata.namespace ?? '')?.groups?.id;
}

export const SYSTEM_NAMESPACE = 'gpulease-system';

/** The namespace of the machines that check GPUs. */
export const CHECKS_NAMESPACE = 'gpulease-checks';

/** The author of the quarantine of GPUs that failed their check. */
export const BY_GPU_CHECK = 'GPU check';
/** The reason of that quarantine. */
export const FAILED_GPU_CHECK = 'Failed the GPU check.';

/** The Lease of the leading operator. */
export const OPERATOR_LEASE = 'gpulease-operator';

/** The names of the programs' Deployments in the chart. */
export const deploymentNames = {
  operator: 'gpulease-operator',
  bff: 'gpulease-bff',
  worker: 'gpulease-worker',
} as const;

export const serviceAccounts = {
  operator: 'gpulease-operator',
  bff: 'gpulease-bff',
  worker: 'gpulease-worker',
} as const;

/** The default time between the notice and the stop for a node's maintenance. */
export const DEFAULT_MAINTENANCE_NOTICE_SECONDS = 600;

/** The default timeout of a GPU check. */
export const DEFAULT_GPU_CHECK_SECONDS = 900;

/** The most units of its SKU that one machine can have. */
export const MAX_SKU_QUANTITY = 16;
