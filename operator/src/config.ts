import { hostname } from 'node:os';
import type { NetworkPolicyPeer } from '@gpulease/kube';
import {
  clusterSettings,
  logLevel,
  plainUrl,
  port,
  readSettings,
  wholeNumber,
  type Environment,
} from '@gpulease/kube/settings';
import { tracingSettings } from '@gpulease/kube/tracing';
import * as z from 'zod';
import { isRange } from './cluster-network/cluster-network.ts';
import { toPortRange } from './node-port-use.ts';

/** Parses a comma-separated list. */
function listOf(isRight: (item: string) => boolean, otherwise: string) {
  return z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((item) => item !== ''))
    .refine((all) => all.every(isRight), otherwise);
}

const ranges = listOf(isRange, 'must be ranges of addresses, for example 10.0.0.0/8,fd00::/8');

/** Types of Node conditions. Ready is refused because every healthy Node has it. */
const conditions = listOf((type) => type !== 'Ready', 'must be conditions that tell of a problem, not Ready');

/** Peers of a NetworkPolicy; the API server validates them when they are used. */
const peers = z
  .string()
  .default('[]')
  .transform((text, context) => {
    const read = z.array(z.record(z.string(), z.unknown())).safeParse(parsed(text));
    if (read.success) return read.data;
    context.addIssue('must be a list of peers in JSON, for example [{"namespaceSelector":{}}]');
    return z.NEVER;
  });

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const seconds = wholeNumber.max(86_400, 'must be at most a day');

const settings = z.object({
  LOG_LEVEL: logLevel,
  METRICS_PORT: port.default(8081).describe('Port of health and metrics; 0 for any free port.'),
  WORKLOAD_WORKERS: wholeNumber
    .min(1, 'must be at least 1')
    .max(256, 'must be at most 256')
    .default(16)
    .describe('Number of Workloads reconciled concurrently.'),
  SPOT_NOTICE_SECONDS: seconds
    .min(1, 'must be at least 1')
    .default(120)
    .describe('Seconds from the notice to a Spot machine to its stop.'),
  DRAIN_WINDOW_SECONDS: seconds
    .default(1800)
    .describe('Maximum seconds for which a node is kept free for a large order; 0 for never.'),
  NODE_PORT_RANGE: z
    .string()
    .regex(/^\d{1,5}-\d{1,5}$/, 'must be two ports, for example 30000-32767')
    .default('30000-32767')
    .transform(toPortRange)
    .refine(({ first, last }) => first > 0 && first <= last && last <= 65_535, 'is no range of ports')
    .describe("The API server's --service-node-port-range."),
  DNS_ADDRESSES: ranges.describe('Addresses of name servers other than pods in kube-system.'),
  CLUSTER_RANGES: ranges.describe('Address ranges of the cluster in addition to private ones.'),
  NODE_PROBLEM_CONDITIONS: conditions.describe(
    'Node condition types, separated by commas: a Node with any of them True gets no new machines.',
  ),
  METRICS_URL: plainUrl.describe(
    'URL of the HTTP API of Prometheus, or a compatible one, with the load of GPUs, such as http://prometheus:9090. If unset, idle machines are not stopped.',
  ),
  METRICS_FROM: peers.describe(
    'Peers that may scrape the metrics of machines, as NetworkPolicy peers in JSON; [] for none.',
  ),
  CHECK_NETWORK_POLICIES: z
    .string()
    .default('false')
    .pipe(z.stringbool())
    .describe(
      'true: the chart has created NetworkPolicies, so the operator can check whether the cluster enforces them.',
    ),
  POD_NAME: z
    .string()
    .default(`${hostname()}-${process.pid}`)
    .describe('Identity of this process in the leader election; in a cluster, the name of the pod.'),
});

/** All settings that the operator reads. */
export const operatorSettings = [settings, clusterSettings, tracingSettings];

export type Config = ReturnType<typeof readConfig>;

/** Reads the settings of the operator. Throws an Error that names the invalid ones. */
export function readConfig(env: Environment) {
  const data = readSettings(settings, env);
  return {
    metricsPort: data.METRICS_PORT,
    workloadWorkers: data.WORKLOAD_WORKERS,
    spotNoticeMs: data.SPOT_NOTICE_SECONDS * 1000,
    drainWindowMs: data.DRAIN_WINDOW_SECONDS * 1000,
    nodePorts: data.NODE_PORT_RANGE,
    checksNetworkPolicies: data.CHECK_NETWORK_POLICIES,
    network: { dnsAddresses: data.DNS_ADDRESSES, clusterRanges: data.CLUSTER_RANGES },
    metricsFrom: data.METRICS_FROM as NetworkPolicyPeer[],
    nodeProblemConditions: data.NODE_PROBLEM_CONDITIONS,
    metricsUrl: data.METRICS_URL,
    logLevel: data.LOG_LEVEL,
    identity: data.POD_NAME,
  };
}
