import { weekdays, type autoStopKinds, type Weekday } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useConfig } from '../../../api/config.ts';
import { serverNow } from '../../../browser/clock.ts';
import { useWords } from '../../../i18n/words.ts';

/** The form's values. Values of other kinds are retained in case the customer switches back. */
export interface AutoStopInput {
  readonly kind: (typeof autoStopKinds)[number];
  readonly at?: string | null | undefined;
  readonly hours?: number | undefined;
  readonly gpuPercent?: number | undefined;
  readonly minutes?: number | undefined;
  readonly days?: readonly Weekday[] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timeZone?: string | undefined;
}

/** The default weekly hours. */
export const officeHours = {
  days: weekdays.slice(0, 5),
  from: '09:00',
  to: '18:00',
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
};

/** Defaults that customers rarely change. */
export const usualAutoStop = { ...officeHours, gpuPercent: 5, minutes: 60 };

export function visibleAutoStop(autoStop: AutoStopInput): AutoStopInput {
  const { kind, at, hours, gpuPercent, minutes, ...weekly } = autoStop;
  if (kind === 'AT') return { kind, at };
  if (kind === 'AFTER') return { kind, hours };
  if (kind === 'IDLE') return { kind, gpuPercent, minutes };
  return kind === 'WEEKLY' ? { kind, ...weekly } : { kind };
}

type AboutStop = Pick<Workload, 'status' | 'autoStop' | 'autoStopAt' | 'autoStopFault' | 'autoStartAt'>;

export function useAutoStopText(): (workload: AboutStop) => string {
  const { t, format } = useWords();
  const [now] = useState(serverNow);
  return ({ status, autoStop, autoStopAt, autoStopFault, autoStartAt }) => {
    const { kind } = autoStop;
    const next = autoStopAt === null ? undefined : t('autoStop.next', { time: format.minute(autoStopAt) });
    if (kind === 'AFTER')
      return [t('autoStop.after', { count: autoStop.hours }), next].filter(Boolean).join(' · ');
    if (kind === 'IDLE')
      return [
        t('autoStop.idle', { percent: autoStop.gpuPercent, count: autoStop.minutes }),
        // A fault that prevents the stop replaces its time.
        autoStopFault === null ? next : t(`autoStop.unmeasured.${autoStopFault}`),
      ]
        .filter(Boolean)
        .join(' · ');
    if (kind === 'NEVER') return t('autoStop.kind.NEVER');
    if (kind === 'WEEKLY') {
      const start = autoStartAt === null ? undefined : format.minute(autoStartAt);
      const hours = t('autoStop.weekly', { ...autoStop, days: daysText(autoStop.days, t) });
      return [hours, weeklyNext(status, start, next, t)].filter(Boolean).join(' · ');
    }
    if (next !== undefined) return next;
    const time = format.minute(autoStop.at);
    return Date.parse(autoStop.at) > now ? t('autoStop.next', { time }) : t('autoStop.passed', { time });
  };
}

function daysText(days: readonly Weekday[], t: TFunction): string {
  if (days.length === weekdays.length) return t('autoStop.everyDay');
  if (days.join() === officeHours.days.join()) return t('autoStop.workdays');
  return days.map((day) => t(`autoStop.day.${day}`)).join(t('autoStop.and'));
}

/** The next weekly start or stop. Weekly hours pause for a machine that its owner or the platform stopped. */
function weeklyNext(
  status: Workload['status'],
  start: string | undefined,
  next: string | undefined,
  t: TFunction,
): string | undefined {
  if (start !== undefined) return t('autoStop.starts', { time: start });
  return status === 'STOPPED' || status === 'FAILED' ? t('autoStop.paused') : next;
}

/** Whether an automatic stop is imminent. The owner can still postpone it. */
export function isAboutToStop({ stopAt, autoStopAt }: Pick<Workload, 'stopAt' | 'autoStopAt'>): boolean {
  return stopAt !== null && stopAt === autoStopAt;
}

export interface Measured {
  readonly hasGpu: boolean;
  /** Whether its image has a GPU exporter; undefined until an image is chosen. */
  readonly isMeasured: boolean | undefined;
}

/** Why a machine cannot be stopped when idle; undefined if it can, or if that is unknown. */
export function useUnmeasured({ hasGpu, isMeasured }: Measured) {
  const { measuresGpus } = useConfig();
  if (!hasGpu) return 'NO_GPU';
  if (!measuresGpus) return 'NO_METRICS';
  return isMeasured === false ? 'NO_EXPORTER' : undefined;
}
