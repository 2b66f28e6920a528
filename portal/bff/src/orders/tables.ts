import type { PricingMode, PricingUnit } from '@gpulease/contract/enums';
import type { Generated, JSONColumnType, Selectable } from 'kysely';

export interface OrderTables {
  workload_order: WorkloadOrderTable;
  order_request: OrderRequestTable;
  workload_archive: WorkloadArchiveTable;
  cluster_identity: ClusterIdentityTable;
}

export type OrderState = 'PLACED' | 'ACTIVE' | 'REJECTED' | 'CLOSED';

interface WorkloadOrderTable {
  id: string;
  user_id: string;
  account_id: string;
  namespace: string;
  name: string;
  source: 'PORTAL' | 'KUBERNETES';
  state: OrderState;
  workload_uid: string | null;
  spec: JSONColumnType<object>;
  gpus: bigint;
  policy: string;
  mode: PricingMode;
  price: bigint;
  unit: PricingUnit;
  quantity: bigint;
  term_units: bigint;
  term_start: Date | null;
  term_end: Date | null;
  term_charge: bigint | null;
  accepted_at: Date;
  start_requested_at: Date | null;
  out_of_funds_at: Date | null;
  /** What it was before the newest start. */
  out_of_funds_before: Generated<Date | null>;
  rejection: string | null;
  closed_at: Date | null;
  /** The delivery of a reserved term. */
  owed_since: Date | null;
  delivered_at: Date | null;
  late_ms: Generated<bigint>;
  outage_ms: Generated<bigint>;
  term_credited: Generated<bigint>;
  cancelled_at: Date | null;
  /** What it gives back since it was given up. Fen. */
  agreed_refund: Generated<bigint | null>;
}

export type WorkloadOrder = Selectable<WorkloadOrderTable>;

interface OrderRequestTable {
  id: Generated<bigint>;
  account_id: string;
  at: Date;
}

interface WorkloadArchiveTable {
  workload_uid: string;
  order_id: string | null;
  user_id: string;
  namespace: string;
  name: string;
  object: JSONColumnType<object>;
  archived_at: Date;
}

interface ClusterIdentityTable {
  only_row: Generated<boolean>;
  uid: string;
  noted_at: Generated<Date>;
}
