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
  /** What a workload holds after its status was written, before the caches know. */
  observe: (workload: Workload) => void;
  /** Told the key of each workload that should look again: for a place, or whether its own is claimed. */
  onWake(react: (workload: string) => void): void;
  /** Called with the name of each ComputeNode whose allocation has changed, and the namespace of the workload. */
  onUse(react: (computeNode: string, namespace: string) => void): void;
  /** Told the name of each ComputeNode that has come, or that placement has to see otherwise than before. */
  onNode(react: (computeNode: string) => void): void;
}

/** What all controllers share. */
export interface Operator {
  cluster: Cluster;
  caches: Caches;
  placement: Placement;
  recorder: EventRecorder;
  /** How starts have ended, until the status of their node counts them. */
  startOutcomes: UnwrittenFindings<StartOutcome>;
  /** What checks of GPUs have found, likewise. */
  gpuChecks: UnwrittenFindings<GPUCheckResult>;
  /** Machines that may have a broken GPU, likewise. */
  suspects: UnwrittenFindings<SuspectMachine>;
  clock: Clock;
  logger: Logger;
  workloadWorkers: number;
  /** The API server's `--service-node-port-range`. */
  nodePorts: PortRange;
  /** What the chart says of the cluster's network. */
  network: NetworkSettings;
  /** Types of conditions of Nodes that tell of a lasting problem. */
  nodeProblemConditions: readonly string[];
  /** Who may read the measures of machines. */
  metricsFrom: NetworkPolicyPeer[];
  /** Absent where there is no source of metrics. */
  askMetrics: AskMetrics | undefined;
  /** Which machines are idle that are to be stopped then. */
  idleWatch: IdleWatch;
  /** Whether the cluster enforces NetworkPolicies. */
  networkCheck: NetworkCheck;
  /** When the operator that led before this one last gave a sign of life; undefined if there was none. */
  precededUntil: () => Date | undefined;
  createController: CreateController;
}
