import type { Fen } from '@gpulease/contract/money';

export interface Payment {
  /** Our number of it, never used twice. */
  readonly outTradeNo: string;
  readonly amount: Fen;
  readonly expiresAt: Date;
  /** Whose wallet it is for; the bill says it again. */
  readonly userId: string;
}

/** A payment that was made. */
export interface PaidPayment {
  readonly transactionId: string;
  readonly amount: Fen;
  readonly paidAt: Date;
}

/** What the provider says of a payment; its word is the truth. NOTPAY also where it knows nothing of it. */
export type PaymentState =
  { readonly state: 'NOTPAY' | 'CLOSED' } | ({ readonly state: 'SUCCESS' } & PaidPayment);

/** Money to give back. */
export interface RefundRequest {
  /** Our number of it, never used twice: two requests with it pay once. */
  readonly outRefundNo: string;
  readonly outTradeNo: string;
  readonly amount: Fen;
  /** What the payment was made with. */
  readonly total: Fen;
  readonly reason: string;
}

/** `PROCESSING` will be told again, `FAILED` has given nothing back and never will. */
export interface RefundState {
  readonly state: 'PROCESSING' | 'SUCCESS' | 'FAILED';
  /** What was given back, where the provider says so. */
  readonly amount?: Fen;
  /** Why, for operators. */
  readonly note?: string;
}

/** A line of the provider's bill of a day. */
export type BillLine =
  | {
      readonly kind: 'PAYMENT';
      readonly outTradeNo: string;
      readonly amount: Fen;
      /** The user id given when the payment was created; empty for payments created elsewhere. */
      readonly userId: string;
    }
  | {
      readonly kind: 'REFUND';
      readonly outTradeNo: string;
      readonly outRefundNo: string;
      readonly amount: Fen;
      readonly isDone: boolean;
    };

/** Somebody who takes customers' money for us. All calls may be repeated, and end after a few seconds. */
export interface PaymentProvider {
  /** Begins a payment and returns what its QR code holds. */
  create(payment: Payment): Promise<string>;
  query(outTradeNo: string): Promise<PaymentState>;
  /** No payment can start afterwards; a completed one stays. */
  close(outTradeNo: string): Promise<void>;
  /** Gives money back, or says how that stands. */
  refund(refund: RefundRequest): Promise<RefundState>;
  /** All payments and refunds of a day in Asia/Shanghai (`2026-11-21`); absent if there is no bill. */
  readonly bill?: (day: string) => Promise<BillLine[]>;
}
