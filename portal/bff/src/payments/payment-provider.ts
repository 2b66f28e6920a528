import type { Fen } from '@gpulease/contract/money';

export interface Payment {
  /** Our number of the payment, never reused. */
  readonly outTradeNo: string;
  readonly amount: Fen;
  readonly expiresAt: Date;
  /** The owner of the wallet; the bill repeats it. */
  readonly userId: string;
}

/** A payment that was made. */
export interface PaidPayment {
  readonly transactionId: string;
  readonly amount: Fen;
  readonly paidAt: Date;
}

/** The state according to the provider, which is authoritative. NOTPAY also for an unknown payment. */
export type PaymentState =
  { readonly state: 'NOTPAY' | 'CLOSED' } | ({ readonly state: 'SUCCESS' } & PaidPayment);

/** A request to refund a payment. */
export interface RefundRequest {
  /** Our number of the refund, never reused: two requests with it pay once. */
  readonly outRefundNo: string;
  readonly outTradeNo: string;
  readonly amount: Fen;
  /** The amount of the payment. */
  readonly total: Fen;
  readonly reason: string;
}

/** `PROCESSING` will be reported again; `FAILED` has refunded nothing and never will. */
export interface RefundState {
  readonly state: 'PROCESSING' | 'SUCCESS' | 'FAILED';
  /** The refunded amount, if the provider reports it. */
  readonly amount?: Fen;
  /** Why, for operators. */
  readonly note?: string;
}

/** A line of the provider's daily bill. */
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

/** A service that takes customers' money for us. All calls may be repeated, and end after a few seconds. */
export interface PaymentProvider {
  /** Begins a payment and returns the content of its QR code. */
  create(payment: Payment): Promise<string>;
  query(outTradeNo: string): Promise<PaymentState>;
  /** No payment can start afterwards; a completed one stays. */
  close(outTradeNo: string): Promise<void>;
  /** Requests a refund, or returns the state of one already requested. */
  refund(refund: RefundRequest): Promise<RefundState>;
  /** All payments and refunds of a day in Asia/Shanghai (`2026-11-21`); absent if there is no bill. */
  readonly bill?: (day: string) => Promise<BillLine[]>;
}
