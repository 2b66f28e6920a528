/** What operators see and do beyond the catalogue. */
import * as z from 'zod';
import { activityStatuses, inviteCodeStatuses, roles, workloadStatuses } from './enums.ts';
import { gpuCapacity } from './catalog.ts';
import { count, listQuery, search, timestamp, yuan, yuanPerUnit } from './common.ts';
import { instant, reference } from './validation.ts';

export const user = z.strictObject({
  username: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  role: z.enum(roles),
  status: z.enum(activityStatuses),
  /** null for ADMIN, who has no wallet. */
  balance: yuan.nullable(),
  workloads: count,
  createdAt: timestamp,
  lastLoginAt: timestamp.nullable(),
});
export const userQuery = listQuery(['createdAt', 'username', 'lastLoginAt'], {
  search,
  role: z.enum(roles).optional(),
  status: z.enum(activityStatuses).optional(),
});
export const userParams = z.strictObject({ username: reference });
export const userStatusChange = z.strictObject({ status: z.enum(activityStatuses) });

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
export const inviteCodeCreation = z.strictObject({
  quantity: z.int().min(1, 'outOfRange').max(500, 'outOfRange'),
  expirationDate: instant,
});
export const inviteCodesCreated = z.strictObject({ items: z.array(inviteCode) });

export const overview = z.strictObject({
  users: z.strictObject({ total: count, active: count }),
  workloads: z.strictObject({ total: count, byStatus: z.partialRecord(z.enum(workloadStatuses), count) }),
  gpus: z.array(z.strictObject({ region: z.string(), ...gpuCapacity.shape })),
  money: z.strictObject({
    rechargedToday: yuan,
    rechargedThisMonth: yuan,
    usageToday: yuan,
    usageThisMonth: yuan,
    burnPerHour: yuanPerUnit,
  }),
});

export type User = z.infer<typeof user>;
export type InviteCode = z.infer<typeof inviteCode>;
export type InviteCodeCreation = z.infer<typeof inviteCodeCreation>;
export type Overview = z.infer<typeof overview>;
