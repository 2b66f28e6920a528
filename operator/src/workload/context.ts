import type { Workload } from '@gpulease/crds';
import type { Clock, EventRecorder, NetworkPolicyPeer, ResourceClient } from '@gpulease/kube';
import type { Logger } from '../runtime/logger.ts';
import type { LeftAlone } from '../runtime/left-alone.ts';
import type { Caches } from '../caches.ts';
import type { Children } from './children.ts';
import type { Placer } from '@gpulease/placement/placer';
import type { StartOutcome } from '../start-outcome.ts';
import type { UnwrittenFindings } from '../unwritten-findings.ts';
import type { IdleWatch } from '../idle/idle-watch.ts';
import type { Memory } from './memory.ts';

/** What reconciling a workload needs besides the workload. */
export interface WorkloadContext {
  caches: Caches;
  workloads: ResourceClient<Workload>;
  children: Children;
  placer: Placer;
  startOutcomes: UnwrittenFindings<StartOutcome>;
  recorder: EventRecorder;
  clock: Clock;
  /** Tells the placer what a workload holds after its status was written. */
  observe: (workload: Workload) => void;
  memory: Memory;
  idleWatch: Pick<IdleWatch, 'of'>;
  /** When the operator before this one last gave a sign of life; undefined if there was none. */
  precededUntil: () => Date | undefined;
  /** Who may read the measures of machines. */
  metricsFrom: NetworkPolicyPeer[];
  leftAlone: LeftAlone;
  logger: Logger;
}
