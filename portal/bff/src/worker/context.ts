import type { Workload } from '@gpulease/crds';
import type { Informer, ResourceClient } from '@gpulease/kube';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../database/schema.ts';
import type { DunningSchedule } from '../dunning/schedule.ts';
import type { CreditPolicy } from '../gpu-reports/answers.ts';
import type { Logger } from '../http/logger.ts';
import type { ClusterIdentity } from './cluster-identity.ts';
import type { BillingMetrics } from './metrics.ts';
import type { OrderRetries } from './order-retries.ts';

/** The dependencies and settings of the billing worker. */
export interface WorkerContext {
  readonly database: Database;
  readonly client: ResourceClient<Workload>;
  readonly workloads: Informer<Workload>;
  readonly catalogue: Catalogue;
  readonly identity: ClusterIdentity;
  readonly waiting: OrderRetries;
  readonly dunning: DunningSchedule;
  /** For customers without their own quota of starts. */
  readonly startsPerHour: number;
  readonly credits: CreditPolicy;
  readonly metrics: BillingMetrics;
  readonly log: Logger;
}
