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

/** What the billing worker works with. */
export interface WorkerContext {
  readonly database: Database;
  readonly client: ResourceClient<Workload>;
  readonly workloads: Informer<Workload>;
  readonly catalogue: Catalogue;
  readonly identity: ClusterIdentity;
  readonly waiting: OrderRetries;
  readonly dunning: DunningSchedule;
  /** Of customers without a quota of their own for it. */
  readonly startsPerHour: number;
  readonly credits: CreditPolicy;
  readonly metrics: BillingMetrics;
  readonly log: Logger;
}
