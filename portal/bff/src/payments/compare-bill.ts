/** Compares our books with a provider's bill. */
import type { Difference } from '../database/json.ts';
import { formatAmount, type Fen } from '@gpulease/contract/money';
import type { BillLine } from './payment-provider.ts';

/** Our books: fen by our number of the payment or refund. */
export interface Booked {
  /** All payments we know of, on any day. */
  readonly payments: ReadonlyMap<string, Fen>;
  readonly refunds: ReadonlyMap<string, Fen>;
  /** Payments that must be in this bill. */
  readonly paidThatDay: readonly string[];
  /** Refunds that must be in this bill or an earlier one. */
  readonly refundedByThen: ReadonlyMap<string, Fen>;
}

/** Returns the differences: unequal amounts, and entries that only one side has. */
export function compareBill(lines: readonly BillLine[], booked: Booked): Difference[] {
  const billed = new Set(lines.flatMap((line) => (line.kind === 'PAYMENT' ? [line.outTradeNo] : [])));
  const unpaid = booked.paidThatDay
    .filter((id) => !billed.has(id))
    .map((id) => difference('PAYMENT', id, booked.payments.get(id), undefined));
  const given = refundsIn(lines);
  const ungiven = [...booked.refundedByThen]
    .filter(([id]) => !given.has(id))
    .map(([id, amount]) => difference('REFUND', id, amount, undefined));
  return [...lines.flatMap((line) => differenceOf(line, booked)), ...unpaid, ...ungiven];
}

/** Returns our numbers of the refunds in a bill. */
export function refundsIn(lines: readonly BillLine[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => (line.kind === 'REFUND' ? [line.outRefundNo] : [])));
}

function differenceOf(line: BillLine, { payments, refunds }: Booked): Difference[] {
  const [id, ours] =
    line.kind === 'PAYMENT'
      ? [line.outTradeNo, payments.get(line.outTradeNo)]
      : [line.outRefundNo, refunds.get(line.outRefundNo)];
  return ours === line.amount ? [] : [difference(line.kind, id, ours, line.amount)];
}

function difference(
  kind: Difference['kind'],
  id: string,
  booked: Fen | undefined,
  billed: Fen | undefined,
): Difference {
  const text = (fen: Fen | undefined) => (fen === undefined ? null : formatAmount(fen));
  return { kind, id, booked: text(booked), billed: text(billed) };
}
