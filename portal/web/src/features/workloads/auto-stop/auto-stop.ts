/** The choice of when a machine stops by itself, in forms and in words. */
import { weekdays, type autoStopKinds, type Weekday } from '@gpulease/contract/enums';
import type { AutoStop, Workload } from '@gpulease/contract/workloads';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { serverNow } from '../../../browser/clock.ts';
import { useWords } from '../../../i18n/words.ts';

/** The choice while it is filled in; what belongs to another kind stays, in case the customer goes back to that. */
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

/** What the weekly hours are while nobody has said otherwise. */
export const officeHours = {
  days: weekdays.slice(0, 5),
  from: '09:00',
  to: '18:00',
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
};

/** What each kind is filled in with that people rarely change. */
export const usualAutoStop = { ...officeHours, gpuPercent: 5, minutes: 60 };

/** The choice without the fields of other kinds. */
export function visibleAutoStop(autoStop: AutoStopInput): AutoStopInput {
  const { kind, at, hours, gpuPercent, minutes, ...weekly } = autoStop;
  if (kind === 'AT') return { kind, at };
  if (kind === 'AFTER') return { kind, hours };
  if (kind === 'IDLE') return { kind, gpuPercent, minutes };
  return kind === 'WEEKLY' ? { kind, ...weekly } : { kind };
}

type AboutStop = Pick<Workload, 'status' | 'autoStop' | 'autoStopAt' | 'autoStopFault' | 'autoStartAt'>;

/** When the machine stops, in words. */
export function useAutoStopText(): (workload: AboutStop) => string {
  const { t, format } = useWords();
  const [now] = useState(serverNow);
  return ({ status, autoStop, autoStopAt, autoStopFault, autoStartAt }) => {
    const { kind } = autoStop;
    const next = autoStopAt === null ? undefined : t('autoStop.next', { time: format.minute(autoStopAt) });
    if (kind === 'AFTER')
      return [t('autoStop.after', { count: autoStop.hours }), next].filter(Boolean).join(' · ');
    if (kind === 'IDLE')
      return [idleText(autoStop, t), idleNext(autoStopFault, next, t)].filter(Boolean).join(' · ');
    if (kind === 'NEVER') return t('autoStop.kind.NEVER');
    if (kind === 'WEEKLY') {
      const start = autoStartAt === null ? undefined : format.minute(autoStartAt);
      return [hoursText(autoStop, t), weeklyNext({ status, start, next }, t)].filter(Boolean).join(' · ');
    }
    if (next !== undefined) return next;
    const time = format.minute(autoStop.at);
    return Date.parse(autoStop.at) > now ? t('autoStop.next', { time }) : t('autoStop.passed', { time });
  };
}

function idleText({ gpuPercent, minutes }: Extract<AutoStop, { kind: 'IDLE' }>, t: TFunction): string {
  return t('autoStop.idle', { percent: gpuPercent, count: minutes });
}

/** What keeps it from stopping is told before when it would. */
function idleNext(
  fault: Workload['autoStopFault'],
  next: string | undefined,
  t: TFunction,
): string | undefined {
  return fault === null ? next : t(`autoStop.unmeasured.${fault}`);
}

function hoursText({ days, ...weekly }: Extract<AutoStop, { kind: 'WEEKLY' }>, t: TFunction): string {
  return t('autoStop.weekly', { days: daysText(days, t), ...weekly });
}

function daysText(days: readonly Weekday[], t: TFunction): string {
  if (days.length === weekdays.length) return t('autoStop.everyDay');
  if (days.join() === officeHours.days.join()) return t('autoStop.workdays');
  return days.map((day) => t(`autoStop.day.${day}`)).join(t('autoStop.and'));
}

interface Next {
  readonly status: Workload['status'];
  readonly start: string | undefined;
  readonly next: string | undefined;
}

/** What the weekly hours do next; nothing to a machine that its owner or the platform has stopped. */
function weeklyNext({ status, start, next }: Next, t: TFunction): string | undefined {
  if (start !== undefined) return t('autoStop.starts', { time: start });
  return status === 'STOPPED' || status === 'FAILED' ? t('autoStop.paused') : next;
}

/** Whether the machine is about to stop by itself, and its owner can still put that off. */
export function isAboutToStop({ stopAt, autoStopAt }: Pick<Workload, 'stopAt' | 'autoStopAt'>): boolean {
  return stopAt !== null && stopAt === autoStopAt;
}
