/** The names by which the parts of the product recognise their objects. */

/** The API group of all our kinds. */
export const GROUP = 'gpulease.dev';
export const VERSION = 'v1alpha1';
export const API_VERSION = `${GROUP}/${VERSION}`;

export const finalizers = {
  /** The operator's: its children are gone. */
  workload: `${GROUP}/workload`,
  /** Billing's: the last run is settled and the workload archived. */
  billing: `${GROUP}/billing`,
  /** On catalogue objects: nothing that refers to it runs any more. */
  inUse: `${GROUP}/in-use`,
} as const;

export const labels = {
  /** On a Workload: id of the order that the portal made for it. */
  order: `${GROUP}/order`,
  /** On a tenant's namespace and all in it, Workloads included: name of the Tenant. */
  tenant: `${GROUP}/tenant`,
  /** On what is made for a workload: the Workload's name. */
  workload: `${GROUP}/workload`,
  /** On a Workload, and on core Nodes: name of the Region. */
  region: `${GROUP}/region`,
  /** On a Workload: name of the SKU. */
  sku: `${GROUP}/sku`,
  image: `${GROUP}/image`,
  /** On a machine's pod: the port at which the DCGM exporter of its guest answers. */
  gpuMetricsPort: `${GROUP}/gpu-metrics-port`,
  /** On core Nodes: name of the ComputeNode. */
  computeNode: `${GROUP}/compute-node`,
  /** On a machine that checks a GPU: name of the ComputeNode. */
  check: `${GROUP}/check`,
} as const;

export const annotations = {
  /** On the operator's Lease: the version of the one that leads. */
  version: `${GROUP}/version`,
  /** On a Workload: the W3C traceparent of what the portal did last to it, where that is traced. */
  traceparent: `${GROUP}/traceparent`,
  /** On a Workload: the id of the portal's request that changed it last. */
  requestId: `${GROUP}/request-id`,
  /** On a Workload: when its customer last reported that a GPU of it does not work. */
  gpuReportedAt: `${GROUP}/gpu-reported-at`,
  /** On a ComputeNode: when somebody last asked for a check of its free GPUs. */
  checkGpusAt: `${GROUP}/check-gpus-at`,
} as const;

/** The labels by which Workloads are listed; `namespace` is a tenant's. */
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

/** The label of a core Node that may run a SKU; a node has one for each. */
export function skuLabel(sku: string): string {
  return `sku.${GROUP}/${sku}`;
}

/** Who owns which fields under server-side apply. */
export const fieldManagers = {
  operator: 'gpulease-operator',
  billing: 'gpulease-billing',
  portal: 'gpulease-portal',
} as const;

/** The namespace of a tenant's workloads. */
export function tenantNamespace(tenant: string): string {
  return `u-${tenant}`;
}

/** The tenant in whose namespace an object is; undefined for any other namespace. */
export function tenantOf({ metadata }: { metadata: { namespace?: string | undefined } }): string | undefined {
  return /^u-(?<id>.+)$/.exec(metadata.namespace ?? '')?.groups?.id;
}

export const SYSTEM_NAMESPACE = 'gpulease-system';

/** Where the machines are that check GPUs. */
export const CHECKS_NAMESPACE = 'gpulease-checks';

/** Who has put GPUs into quarantine that failed their check. */
export const BY_GPU_CHECK = 'GPU check';
/** Why they are there. */
export const FAILED_GPU_CHECK = 'Failed the GPU check.';

/** The Lease of the operator that leads. */
export const OPERATOR_LEASE = 'gpulease-operator';

/** The programs' Deployments, as the chart names them. */
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

/** What customers get between the notice and the stop when a node's maintenance does not say. */
export const DEFAULT_MAINTENANCE_NOTICE_SECONDS = 600;

/** In how long a check of a GPU has to end when its region does not say. */
export const DEFAULT_GPU_CHECK_SECONDS = 900;

/** The most SKUs that one machine is made of. */
export const MAX_SKU_QUANTITY = 16;
