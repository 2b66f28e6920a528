import type { Workload } from '@gpulease/crds';
import type { ResourceClient } from '@gpulease/kube';
import type { Placer } from '@gpulease/placement/placer';
import type { IdleWatch } from '../idle/idle-watch.ts';
import type { Operator } from '../operator.ts';
import type { NewerObjects } from '../runtime/newer-objects.ts';
import type { Logger } from '../runtime/logger.ts';
import type { Children } from './children.ts';
import type { Memory } from './memory.ts';

type OfAll = 'caches' | 'startOutcomes' | 'recorder' | 'clock' | 'precededUntil' | 'metricsFrom';

/** Dependencies of a workload's reconciliation. */
export interface WorkloadContext extends Pick<Operator, OfAll> {
  workloads: ResourceClient<Workload>;
  children: Children;
  placer: Placer;
  /** Reports to the placer what a workload holds after its status was written. */
  observe: (workload: Workload) => void;
  memory: Memory;
  idleWatch: Pick<IdleWatch, 'of'>;
  leftAlone: NewerObjects;
  logger: Logger;
}
