import type { SuspectMachine, Workload } from '@gpulease/crds';
import type { Clock, Cluster, EventRecorder, Logger, NetworkPolicyPeer } from '@gpulease/kube';
import type { Placer } from '@gpulease/placement/placer';
import type { Caches } from './caches.ts';
import type { GPUCheckResult } from './gpu-check-result.ts';
import type { StartOutcome } from './start-outcome.ts';
import type { UnwrittenFindings } from './unwritten-findings.ts';
import type { PortRange } from './node-port-use.ts';
import type { NetworkCheck } from './cluster-network/network-check.ts';
import type { IdleWatch } from './idle/idle-watch.ts';
import type { AskMetrics } from './metrics-source.ts';
import type { CreateController } from './runtime/controller.ts';
import type { NetworkSettings } from './cluster-network/cluster-network.ts';

/** The placer, kept up to date from the caches. */
export interface Placement {
  readonly placer: Placer;
  /** Records what a workload holds after a write of its status, before the caches have it. */
  observe: (workload: Workload) => void;
  /** Calls `react` with the key of each workload to reconcile: it may find a place, or its own may be claimed. */
  onWake(react: (workload: string) => void): void;
  /** Calls `react` with the name of each ComputeNode whose allocation has changed, and the namespace of the workload. */
  onUse(react: (computeNode: string, namespace: string) => void): void;
  /** Calls `react` with the name of each ComputeNode that is new or whose capacity has changed for placement. */
  onNode(react: (computeNode: string) => void): void;
}

/** The dependencies that all controllers share. */
export interface Operator {
  cluster: Cluster;
  caches: Caches;
  placement: Placement;
  recorder: EventRecorder;
  /** Outcomes of starts that the status of their node does not count yet. */
  startOutcomes: UnwrittenFindings<StartOutcome>;
  /** Results of GPU checks that the status of their node does not contain yet. */
  gpuChecks: UnwrittenFindings<GPUCheckResult>;
  /** Machines that may have a broken GPU and that the status of their node does not contain yet. */
  suspects: UnwrittenFindings<SuspectMachine>;
  clock: Clock;
  logger: Logger;
  workloadWorkers: number;
  /** The API server's `--service-node-port-range`. */
  nodePorts: PortRange;
  /** The chart's settings for the cluster's network. */
  network: NetworkSettings;
  /** Types of conditions of Nodes that report a lasting problem. */
  nodeProblemConditions: readonly string[];
  /** Peers that may read the measures of machines. */
  metricsFrom: NetworkPolicyPeer[];
  /** Absent without a metrics source. */
  askMetrics: AskMetrics | undefined;
  /** Watches for idle machines that have an idle rule. */
  idleWatch: IdleWatch;
  /** Whether the cluster enforces NetworkPolicies. */
  networkCheck: NetworkCheck;
  /** When the previous leader last renewed its lease; undefined if there was none. */
  precededUntil: () => Date | undefined;
  createController: CreateController;
}
