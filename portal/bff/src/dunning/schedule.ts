/** When users are warned and how long disks are kept. Worker and portal read one schedule from the environment. */
import { readSettings, wholeNumber, type Environment } from '@gpulease/kube/settings';
import * as z from 'zod';

export interface DunningSchedule {
  /** Hours before the balance is used up. */
  readonly lowFundsHours: readonly number[];
  /** Days that the disk of a machine stopped for lack of funds is kept, and the days on which its owner is reminded. */
  readonly unfundedDays: number;
  readonly unfundedNoticeDays: readonly number[];
  /** Days that the disk of any other stopped machine is kept, and how many days in advance its owner is notified. */
  readonly stoppedDays: number;
  readonly stoppedNoticeDays: readonly number[];
  /** Hours before a reserved term ends. */
  readonly termNoticeHours: readonly number[];
}

/** Dunning steps are retained for little more than a year. */
const MOST_DAYS = 365;

export const dunningSettings = z
  .object({
    GPULEASE_LOW_FUNDS_HOURS: numbers('24,2').describe(
      'Hours before the balance runs out at which its owner is warned.',
    ),
    GPULEASE_UNFUNDED_DISK_DAYS: days(15).describe(
      'Days to keep the disk of a machine that was stopped because the balance ran out.',
    ),
    GPULEASE_UNFUNDED_DISK_NOTICE_DAYS: numbers('1,7,14').describe(
      'Days after the stop on which its owner is reminded.',
    ),
    GPULEASE_STOPPED_DISK_DAYS: days(30).describe('Days to keep the disk of any other stopped machine.'),
    GPULEASE_STOPPED_DISK_NOTICE_DAYS: numbers('7,1').describe(
      'Days before its disk is deleted on which its owner is reminded.',
    ),
    GPULEASE_TERM_NOTICE_HOURS: numbers('168,24,1').describe(
      'Hours before the end of a reserved term at which its owner is reminded.',
    ),
  })
  .superRefine((given, context) => {
    for (const disk of ['UNFUNDED_DISK', 'STOPPED_DISK'] as const) {
      const [notices, kept] = [`GPULEASE_${disk}_NOTICE_DAYS`, `GPULEASE_${disk}_DAYS`] as const;
      if (given[notices].some((day) => day >= given[kept]))
        context.addIssue({ code: 'custom', path: [notices], message: `must be days below ${kept}` });
    }
  });

/** Reads the schedule. Throws an Error that names the variable and the expected value. */
export function readDunningSchedule(env: Environment): DunningSchedule {
  const data = readSettings(dunningSettings, env);
  return {
    lowFundsHours: data.GPULEASE_LOW_FUNDS_HOURS,
    unfundedDays: data.GPULEASE_UNFUNDED_DISK_DAYS,
    unfundedNoticeDays: data.GPULEASE_UNFUNDED_DISK_NOTICE_DAYS,
    stoppedDays: data.GPULEASE_STOPPED_DISK_DAYS,
    stoppedNoticeDays: data.GPULEASE_STOPPED_DISK_NOTICE_DAYS,
    termNoticeHours: data.GPULEASE_TERM_NOTICE_HOURS,
  };
}

/** Requires at least one number, so that no disk is deleted without a notice. */
function numbers(fallback: string) {
  return z
    .string()
    .regex(/^[1-9]\d{0,3}(,[1-9]\d{0,3})*$/, 'must be whole numbers such as 1,7,14')
    .default(fallback)
    .transform((text) => [...new Set(text.split(',').map(Number))]);
}

function days(fallback: number) {
  return wholeNumber
    .min(1, 'must be a number of days')
    .max(MOST_DAYS, `must be at most ${MOST_DAYS} days`)
    .default(fallback);
}
