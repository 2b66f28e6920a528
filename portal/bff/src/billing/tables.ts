import type { PricingMode, PricingUnit, RechargeStatus } from '@gpulease/contract/enums';
import type { Generated, JSONColumnType, Selectable } from 'kysely';

export interface BillingTables {
  wallet: WalletTable;
  ledger_transaction: LedgerTransactionTable;
  ledger_entry: LedgerEntryTable;
  workload_order: WorkloadOrderTable;
  hold: HoldTable;
  order_request: OrderRequestTable;
  usage_segment: UsageSegmentTable;
  usage_line: UsageLineTable;
  usage_rating: UsageRatingTable;
  workload_archive: WorkloadArchiveTable;
  recharge: RechargeTable;
  test_payment: TestPaymentTable;
}

interface WalletTable {
  account_id: string;
  user_id: string;
  balance: bigint;
  held: bigint;
  sequence: bigint;
}

export type TransactionKind =
  'RECHARGE' | 'REFUND' | 'ADJUSTMENT' | 'USAGE' | 'USAGE_CREDIT' | 'TERM' | 'TERM_REFUND' | 'RECOGNITION';

interface LedgerTransactionTable {
  id: Generated<bigint>;
  kind: TransactionKind;
  idempotency_key: string;
  input_hash: Buffer;
  at: Date;
  actor: string | null;
  reason: string | null;
  order_id: string | null;
  corrects: bigint | null;
}

interface LedgerEntryTable {
  transaction_id: bigint;
  account_id: string;
  amount: bigint;
  balance_after: bigint | null;
  sequence: bigint | null;
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
  rejection: string | null;
  closed_at: Date | null;
}
export type WorkloadOrder = Selectable<WorkloadOrderTable>;

interface HoldTable {
  id: Generated<bigint>;
  order_id: string;
  account_id: string;
  price: bigint;
  unit: PricingUnit;
  target: bigint;
  amount: bigint;
  created_at: Date;
  released_at: Date | null;
}

interface OrderRequestTable {
  id: Generated<bigint>;
  account_id: string;
  at: Date;
}

interface UsageSegmentTable {
  id: Generated<bigint>;
  order_id: string;
  account_id: string;
  workload_uid: string;
  run_id: string;
  price: bigint;
  unit: PricingUnit;
  quantity: bigint;
  started_at: Date;
  stopped_at: Date | null;
  end_reason: string | null;
  charged_through: Date;
  charged: Generated<bigint>;
  written_off: Generated<bigint>;
  credited: Generated<bigint>;
}

/** The sums of an order's runs at one price; see 0007-usage-rating.sql. */
interface UsageRatingTable {
  order_id: string;
  price: bigint;
  unit: PricingUnit;
  quantity: bigint;
  rated_ms: bigint;
  amount: bigint;
  rounding: Generated<bigint>;
}

export type UsageSegment = Selectable<UsageSegmentTable>;

interface UsageLineTable {
  transaction_id: bigint;
  segment_id: bigint;
  started_at: Date;
  ended_at: Date;
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

interface RechargeTable {
  id: string;
  user_id: string;
  account_id: string;
  method: 'TEST' | 'WECHAT';
  status: Generated<RechargeStatus>;
  amount: bigint;
  payment_amount: bigint;
  code_url: string;
  created_at: Date;
  expires_at: Date;
  paid_at: Date | null;
  provider_transaction_id: string | null;
  ledger_transaction_id: bigint | null;
}

interface TestPaymentTable {
  out_trade_no: string;
  amount: bigint;
  state: Generated<'NOTPAY' | 'SUCCESS' | 'CLOSED'>;
  transaction_id: string | null;
  paid_at: Date | null;
}
