/** Alarms, by which the platform notifies operators. */
import * as z from 'zod';
import { alarmKinds, alarmStatuses } from './alarm-texts.ts';
import { conditionParameters, listQuery, search, timestamp } from './common.ts';

export const alarm = z.strictObject({
  id: z.string(),
  kind: z.enum(alarmKinds),
  status: z.enum(alarmStatuses),
  /** The object or the check; null for kinds that have only one alarm. */
  subject: z.string().nullable(),
  /** Values in its sentence. */
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Condition of the object that is not ready; null for alarms about no object. */
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
