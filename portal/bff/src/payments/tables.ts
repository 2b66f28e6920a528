import type {
  ApprovalKind,
  ApprovalStatus,
  RechargeStatus,
  RefundDecision,
  RefundStatus,
} from '@gpulease/contract/enums';
import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { RechargeMethod } from './providers.ts';

export interface PaymentTables {
  recharge: RechargeTable;
  refund: RefundTable;
  receivable: ReceivableTable;
  approval: ApprovalTable;
  payment_reconciliation: ReconciliationTable;
  test_payment: TestPaymentTable;
  test_refund: TestRefundTable;
}

interface RechargeTable {
  id: string;
  user_id: string;
  account_id: string;
  method: RechargeMethod;
  status: Generated<RechargeStatus>;
  amount: bigint;
  payment_amount: bigint;
  received_amount: Generated<bigint | null>;
  code_url: Generated<string | null>;
  created_at: Date;
  expires_at: Date;
  paid_at: Generated<Date | null>;
  provider_transaction_id: Generated<string | null>;
  ledger_transaction_id: Generated<bigint | null>;
  next_check_at: Date;
  checks: Generated<number>;
}
export type RechargeRow = Selectable<RechargeTable>;

interface RefundTable {
  id: string;
  recharge_id: string;
  user_id: string;
  account_id: string;
  method: RechargeMethod;
  source: 'WALLET' | 'QUARANTINE' | 'PROVIDER';
  status: RefundStatus;
  amount: bigint;
  actor: string | null;
  reason: string;
  note: Generated<string | null>;
  created_at: Date;
  finished_at: Generated<Date | null>;
  next_check_at: Date;
  checks: Generated<number>;
  ledger_transaction_id: Generated<bigint | null>;
  decision: Generated<Exclude<RefundDecision, 'CHECK'> | null>;
  decided_by: Generated<string | null>;
  decision_reason: Generated<string | null>;
}
export type RefundRow = Selectable<RefundTable>;

interface ReceivableTable {
  refund_id: string;
  account_id: string;
  transaction_id: bigint;
  amount: bigint;
  collected: Generated<bigint>;
  written_off: Generated<bigint>;
  created_at: Date;
  settled_at: Generated<Date | null>;
}
export type ReceivableRow = Selectable<ReceivableTable>;

interface ApprovalTable {
  id: string;
  kind: ApprovalKind;
  user_id: string;
  recharge_id: string | null;
  receivable_id: string | null;
  amount: bigint;
  reason: string;
  asked_by: string;
  balance_before: bigint;
  balance_after: bigint;
  created_at: Date;
  expires_at: Date;
  status: Generated<Exclude<ApprovalStatus, 'EXPIRED'>>;
  decided_by: Generated<string | null>;
  decision_reason: Generated<string | null>;
  decided_at: Generated<Date | null>;
  refund_id: Generated<string | null>;
}
export type ApprovalRow = Selectable<ApprovalTable>;

interface ReconciliationTable {
  method: RechargeMethod;
  day: string;
  next_check_at: Date | null;
  checks: Generated<number>;
  finished_at: Generated<Date | null>;
  payments: Generated<number>;
  refunds: Generated<number>;
  differences: JSONColumnType<Difference[]>;
}

/** What our books and a bill do not agree on; amounts are yuan, null where one side has nothing. */
export interface Difference {
  readonly kind: 'PAYMENT' | 'REFUND';
  readonly id: string;
  readonly booked: string | null;
  readonly billed: string | null;
}

interface TestPaymentTable {
  out_trade_no: string;
  amount: bigint;
  state: Generated<'NOTPAY' | 'SUCCESS' | 'CLOSED'>;
  transaction_id: string | null;
  paid_at: Date | null;
}

interface TestRefundTable {
  out_refund_no: string;
  out_trade_no: string;
  amount: bigint;
}
