import { hostname } from 'node:os';
import * as z from 'zod';
import { isRange } from './cluster-network/cluster-network.ts';
import type { NetworkSettings } from './cluster-network/cluster-network.ts';
import { toPortRange, type PortRange } from './node-port-use.ts';

/** Ranges of addresses, with commas between them. */
const ranges = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((range) => range !== ''))
  .refine((all) => all.every(isRange), 'must be ranges of addresses, for example 10.0.0.0/8,fd00::/8');

/** How the operator is set up, by its environment. */
const environment = z.object({
  /** Serves /healthz, /readyz and /metrics; 0: any free port. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).default(8081),
  /** Workloads that are seen to at the same time. */
  WORKLOAD_WORKERS: z.coerce.number().int().min(1).max(256).default(16),
  /** What a Spot machine gets between the notice and the stop. */
  SPOT_NOTICE_SECONDS: z.coerce.number().int().min(1).max(86_400).default(120),
  /** How long a node is drained for one large order at most; 0: not at all. */
  DRAIN_WINDOW_SECONDS: z.coerce.number().int().min(0).max(86_400).default(1800),
  /** The API server's `--service-node-port-range`, for example 30000-32767. */
  NODE_PORT_RANGE: z
    .string()
    .regex(/^\d{1,5}-\d{1,5}$/, 'must be two ports, for example 30000-32767')
    .default('30000-32767')
    .transform(toPortRange)
    .refine(({ first, last }) => first > 0 && first <= last && last <= 65_535, 'is no range of ports'),
  /** Where name servers listen that are not pods of kube-system. */
  DNS_ADDRESSES: ranges,
  /** What belongs to the cluster besides private addresses. */
  CLUSTER_RANGES: ranges,
  /** Whether the chart has made NetworkPolicies by which it can be seen that they are enforced. */
  CHECK_NETWORK_POLICIES: z.stringbool().default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  /** Which of several operators this is; in a cluster, the pod's name. */
  POD_NAME: z.string().min(1).default(`${hostname()}-${process.pid}`),
});

export interface Config {
  metricsPort: number;
  workloadWorkers: number;
  spotNoticeMs: number;
  drainWindowMs: number;
  nodePorts: PortRange;
  network: NetworkSettings;
  checksNetworkPolicies: boolean;
  logLevel: string;
  identity: string;
}

/** Throws an error that lists all faults in the environment. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const result = environment.safeParse(env);
  if (!result.success) throw new Error(`The environment is not usable:\n${z.prettifyError(result.error)}`);
  const { METRICS_PORT, WORKLOAD_WORKERS, LOG_LEVEL, POD_NAME } = result.data;
  const { SPOT_NOTICE_SECONDS, DRAIN_WINDOW_SECONDS, NODE_PORT_RANGE, DNS_ADDRESSES, CLUSTER_RANGES } =
    result.data;
  return {
    metricsPort: METRICS_PORT,
    workloadWorkers: WORKLOAD_WORKERS,
    spotNoticeMs: SPOT_NOTICE_SECONDS * 1000,
    drainWindowMs: DRAIN_WINDOW_SECONDS * 1000,
    nodePorts: NODE_PORT_RANGE,
    checksNetworkPolicies: result.data.CHECK_NETWORK_POLICIES,
    network: { dnsAddresses: DNS_ADDRESSES, clusterRanges: CLUSTER_RANGES },
    logLevel: LOG_LEVEL,
    identity: POD_NAME,
  };
}
