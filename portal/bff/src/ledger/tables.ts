import type { PricingUnit } from '@gpulease/contract/enums';
import type { Generated } from 'kysely';

export interface LedgerTables {
  wallet: WalletTable;
  ledger_transaction: LedgerTransactionTable;
  ledger_entry: LedgerEntryTable;
  hold: HoldTable;
  wallet_sum: WalletSumTable;
  platform_sum: PlatformSumTable;
  billing_record: BillingRecordTable;
}

interface WalletTable {
  account_id: string;
  user_id: string;
  balance: bigint;
  held: bigint;
  sequence: bigint;
}

export type TransactionKind =
  | 'RECHARGE'
  | 'REFUND'
  | 'ADJUSTMENT'
  | 'USAGE'
  | 'USAGE_CREDIT'
  | 'TERM'
  | 'TERM_REFUND'
  | 'RECOGNITION'
  | 'COLLECTION'
  | 'WRITE_OFF';

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

interface HoldTable {
  id: Generated<bigint>;
  /** Absent on a hold for a refund, as its price is. */
  order_id: string | null;
  refund_id: Generated<string | null>;
  account_id: string;
  price: bigint | null;
  unit: PricingUnit | null;
  target: bigint;
  amount: bigint;
  created_at: Date;
  released_at: Date | null;
}

/** Sums of a wallet's entries. */
interface WalletSumTable {
  account_id: string;
  span: 'DAY';
  starts_at: Date;
  kind: TransactionKind;
  amount: bigint;
}

/** Several rows may add up to one sum. */
interface PlatformSumTable {
  measure: string;
  starts_at: Date;
  amount: bigint;
}

/** What the billing list shows. */
interface BillingRecordTable {
  id: Generated<bigint>;
  account_id: string;
  order_id: string | null;
  day: Date;
  transaction_id: bigint | null;
  kind: TransactionKind;
  amount: bigint;
  type: Generated<'RECHARGE' | 'DEDUCTION'>;
  method: string | null;
  ms: bigint;
  sequence: bigint;
  balance_after: bigint;
  at: Date;
  actor: string | null;
  reason: string | null;
}
