/** What the platform tells operators without being asked. */
import * as z from 'zod';
import { alarmKinds, alarmStatuses } from './alarm-texts.ts';
import { conditionParameters, listQuery, search, timestamp } from './common.ts';

export const alarm = z.strictObject({
  id: z.string(),
  kind: z.enum(alarmKinds),
  status: z.enum(alarmStatuses),
  /** The object or the check; null where the kind has only one. */
  subject: z.string().nullable(),
  /** What its sentence says. */
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  /** What an object that is not ready says of itself; null where it is about no object. */
  condition: z
    .strictObject({ reason: z.string(), message: z.string(), parameters: conditionParameters.optional() })
    .nullable(),
  openedAt: timestamp,
  acknowledgedBy: z.string().nullable(),
  acknowledgedAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
});
export const alarmQuery = listQuery(['openedAt'], {
  search,
  kind: z.enum(alarmKinds).optional(),
  status: z.enum(alarmStatuses).optional(),
});
export const alarmParams = z.strictObject({ id: z.uuid() });

export type Alarm = z.infer<typeof alarm>;
