/** What the simulator knows of orders and refunds; kept in a file where the demo is started again. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Amounts are fen, times RFC 3339. */
export interface Order {
  readonly outTradeNo: string;
  readonly codeUrl: string;
  readonly total: number;
  readonly expiresAt: string;
  readonly notifyUrl: string;
  /** What the merchant wants to be told again; absent in files of earlier versions. */
  readonly attach?: string;
  state: 'NOTPAY' | 'SUCCESS' | 'REFUND' | 'CLOSED';
  /** What was really paid. */
  paid?: number;
  transactionId?: string;
  paidAt?: string;
  /** The customer's account was closed: refunds to it come out ABNORMAL. */
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
  /** Keeps what has changed. */
  save(): void;
}

/** Reads the file if it exists; without a path nothing is stored. */
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

/** Fen of an order that were given back, or are about to be. */
export function refundedOf({ refunds }: Books, outTradeNo: string): number {
  return [...refunds.values()]
    .filter((refund) => refund.outTradeNo === outTradeNo && refund.state !== 'CLOSED')
    .reduce((sum, { amount }) => sum + amount, 0);
}
