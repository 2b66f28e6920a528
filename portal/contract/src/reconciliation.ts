import * as z from 'zod';
import { paymentMethods } from './enums.ts';
import { count, listQuery, timestamp, yuan } from './common.ts';

/** The portal's books for a day of Asia/Shanghai, compared with the provider's bill. */
export const reconciliation = z.strictObject({
  method: z.enum(paymentMethods),
  day: z.iso.date(),
  payments: count,
  refunds: count,
  /** null while it waits for the bill. */
  finishedAt: timestamp.nullable(),
  differences: z.array(
    z.strictObject({
      kind: z.enum(['PAYMENT', 'REFUND']),
      id: z.string(),
      booked: yuan.nullable(),
      billed: yuan.nullable(),
    }),
  ),
});

export const reconciliationQuery = listQuery(['day'], {
  /** If absent, only days on which the books and the provider's bill differ. */
  days: z.literal('ALL').optional(),
});

export type Reconciliation = z.infer<typeof reconciliation>;
