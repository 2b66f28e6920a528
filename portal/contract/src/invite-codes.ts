import * as z from 'zod';
import { inviteCodeStatuses } from './enums.ts';
import { listQuery, search, timestamp } from './common.ts';
import { instant, reference, wholeNumber } from './validation.ts';

export const inviteCode = z.strictObject({
  code: z.string(),
  status: z.enum(inviteCodeStatuses),
  expirationDate: timestamp,
  usedBy: z.string().nullable(),
  usedAt: timestamp.nullable(),
  createdBy: z.string(),
  createdAt: timestamp,
});

export const inviteCodeQuery = listQuery(['createdAt', 'expirationDate', 'usedAt'], {
  search,
  status: z.enum(inviteCodeStatuses).optional(),
});

export const inviteCodeCreation = z.strictObject({ quantity: wholeNumber(1, 500), expirationDate: instant });
export const inviteCodeParams = z.strictObject({ code: reference });
export const inviteCodesCreated = z.strictObject({ items: z.array(inviteCode) });

export type InviteCode = z.infer<typeof inviteCode>;
export type InviteCodeCreation = z.infer<typeof inviteCodeCreation>;
