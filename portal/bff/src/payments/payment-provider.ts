import type { Fen } from '@gpulease/contract/money';

export interface Payment {
  /** Our number of it, unique for ever. */
  readonly outTradeNo: string;
  readonly amount: Fen;
  readonly expiresAt: Date;
}

/** What the provider says of a payment; its word is the truth. */
export type PaymentState =
  | { readonly state: 'NOTPAY' | 'CLOSED' }
  | { readonly state: 'SUCCESS'; readonly transactionId: string; readonly amount: Fen };

/** Somebody who takes customers' money for us. All calls may be repeated. */
export interface PaymentProvider {
  /** Begins a payment and returns what its QR code holds. */
  create(payment: Payment): Promise<string>;
  query(outTradeNo: string): Promise<PaymentState>;
  /** No payment can begin afterwards; one that has gone through stays. */
  close(outTradeNo: string): Promise<void>;
}
