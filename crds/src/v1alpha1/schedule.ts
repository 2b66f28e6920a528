/** Weekly hours and the rule for idle machines, as in a Workload's spec and the schedule in its status. */
import * as z from 'zod';
import { rules, uniqueList } from '../schema/extensions.ts';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** A name in the IANA time zone database. The only offsets are those like `Etc/GMT+8`, without daylight-saving time. */
const TIME_ZONE = /^(UTC|[A-Z][A-Za-z_]+(\/[A-Z][A-Za-z0-9_+-]*){1,2})$/;

function clockTime(description: string) {
  return z
    .string()
    .max(5)
    .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'must be hours and minutes, for example 09:00')
    .describe(description);
}

/** The hours of a week in which a machine runs. */
export const weekly = z
  .object({
    days: z
      .array(z.enum(weekdays).describe('Day of the week.'))
      .min(1)
      .max(7)
      .meta({
        description: 'Days on which the hours begin.',
        ...uniqueList('each day can be given only once; remove the duplicate'),
      }),
    from: clockTime('When the hours begin, for example 09:00.'),
    to: clockTime('When they end, for example 18:00; on the next day if not later than from.'),
    timeZone: z
      .string()
      .max(64)
      .regex(TIME_ZONE, 'must be a name of the IANA time zone database, for example Asia/Shanghai')
      .meta({
        description: 'IANA time zone of the hours, for example Asia/Shanghai.',
        ...rules({
          // An unknown zone is an evaluation error in the API server, which rejects the object.
          rule: "timestamp('2026-01-01T00:00:00Z').getHours(self) >= 0",
          message: 'must be a name of the IANA time zone database, for example Asia/Shanghai',
        }),
      }),
  })
  .meta(
    rules({
      rule: 'self.from != self.to',
      message: 'from and to must differ; leave out schedule where the machine is to run all day',
    }),
  );

/** The rule by which a machine counts as idle. */
export const idle = z.object({
  gpuPercent: z
    .int32()
    .min(1)
    .max(50)
    .describe('GPU utilization in percent; the machine is idle while each GPU is below it.'),
  minutes: z
    .int32()
    .min(15)
    .max(1440)
    .describe('Minutes of continuous idleness required, from a quarter of an hour to a day.'),
});

export type IdleRule = z.infer<typeof idle>;
