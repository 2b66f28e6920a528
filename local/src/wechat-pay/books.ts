/** The simulator's orders and refunds, optionally stored in a file to survive restarts. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Amounts are in fen, times are RFC 3339. */
export interface Order {
  readonly outTradeNo: string;
  readonly codeUrl: string;
  readonly total: number;
  readonly expiresAt: string;
  readonly notifyUrl: string;
  /** Data returned to the merchant; absent in files of earlier versions. */
  readonly attach?: string;
  state: 'NOTPAY' | 'SUCCESS' | 'REFUND' | 'CLOSED';
  /** Amount actually paid. */
  paid?: number;
  transactionId?: string;
  paidAt?: string;
  /** Whether the customer's account is closed, so that refunds become ABNORMAL. */
  isPayerGone?: boolean;
}

export interface Refund {
  readonly outRefundNo: string;
  readonly outTradeNo: string;
  readonly amount: number;
  readonly at: string;
  state: 'PROCESSING' | 'SUCCESS' | 'CLOSED' | 'ABNORMAL';
}

export interface Books {
  readonly orders: Map<string, Order>;
  readonly refunds: Map<string, Refund>;
  /** Writes the books to their file, if any. */
  save(): void;
}

/** Opens the books, from the file at `path` if it exists; without a path nothing is stored. */
export function openBooks(path?: string): Books {
  const kept =
    path !== undefined && existsSync(path)
      ? (JSON.parse(readFileSync(path, 'utf8')) as { orders: Order[]; refunds: Refund[] })
      : { orders: [], refunds: [] };
  const orders = new Map(kept.orders.map((order) => [order.outTradeNo, order]));
  const refunds = new Map(kept.refunds.map((refund) => [refund.outRefundNo, refund]));
  return {
    orders,
    refunds,
    save() {
      if (path === undefined) return;
      writeFileSync(path, JSON.stringify({ orders: [...orders.values()], refunds: [...refunds.values()] }));
    },
  };
}

/** Returns the fen of an order that are refunded or being refunded. */
export function refundedOf({ refunds }: Books, outTradeNo: string): number {
  return [...refunds.values()]
    .filter((refund) => refund.outTradeNo === outTradeNo && refund.state !== 'CLOSED')
    .reduce((sum, { amount }) => sum + amount, 0);
}
