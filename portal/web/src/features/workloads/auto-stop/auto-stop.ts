/** The choice of when a machine stops by itself, in forms and in words. */
import type { autoStopKinds } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { serverNow } from '../../../platform/clock.ts';

/** The choice while it is filled in; what belongs to another kind stays, in case the customer goes back to that. */
export interface AutoStopInput {
  readonly kind: (typeof autoStopKinds)[number];
  readonly at?: string | null | undefined;
  readonly hours?: number | undefined;
}

/** The choice without the fields of other kinds. */
export function visibleAutoStop({ kind, at, hours }: AutoStopInput): AutoStopInput {
  if (kind === 'AT') return { kind, at };
  return kind === 'AFTER' ? { kind, hours } : { kind };
}

/** When the machine stops, in words. */
export function useAutoStopText(): (workload: Pick<Workload, 'autoStop' | 'autoStopAt'>) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const [now] = useState(serverNow);
  return ({ autoStop, autoStopAt }) => {
    const { kind } = autoStop;
    const next = autoStopAt === null ? undefined : t('autoStop.next', { time: format.minute(autoStopAt) });
    if (kind === 'AFTER')
      return [t('autoStop.after', { count: autoStop.hours }), next].filter(Boolean).join(' · ');
    if (kind === 'NEVER') return t('autoStop.kind.NEVER');
    if (next !== undefined) return next;
    const time = format.minute(autoStop.at);
    return Date.parse(autoStop.at) > now ? t('autoStop.next', { time }) : t('autoStop.passed', { time });
  };
}

/** Whether the machine is about to stop by itself, and its owner can still put that off. */
export function isAboutToStop({ stopAt, autoStopAt }: Pick<Workload, 'stopAt' | 'autoStopAt'>): boolean {
  return stopAt !== null && stopAt === autoStopAt;
}
