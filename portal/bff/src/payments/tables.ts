import type { RechargeStatus } from '@gpulease/contract/enums';
import type { Generated } from 'kysely';

export interface PaymentTables {
  recharge: RechargeTable;
  test_payment: TestPaymentTable;
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
