import type { Clock, Cluster, EventRecorder } from '@gpulease/kube';
import type { Caches } from './caches/caches.ts';
import type { PortRange } from './node-ports.ts';
import type { NetworkCheck } from './network-check/network-check.ts';
import type { Placement } from './placer/sync.ts';
import type { Controller, ControllerOptions } from './runtime/controller.ts';
import type { NetworkSettings } from './tenant/cluster-network.ts';

/** What all controllers share. */
export interface Operator {
  cluster: Cluster;
  caches: Caches;
  placement: Placement;
  recorder: EventRecorder;
  clock: Clock;
  workloadWorkers: number;
  /** The API server's `--service-node-port-range`. */
  nodePorts: PortRange;
  /** What the chart says of the cluster's network. */
  network: NetworkSettings;
  /** Whether the cluster enforces NetworkPolicies. */
  networkCheck: NetworkCheck;
  /** When the operator that led before this one last gave a sign of life; undefined if there was none. */
  precededUntil: () => Date | undefined;
  createController(options: Pick<ControllerOptions, 'name' | 'workers' | 'reconcile' | 'keys'>): Controller;
}
