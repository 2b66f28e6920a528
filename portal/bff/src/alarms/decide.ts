/** Decides which alarms begin, change and end. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { AlarmKind } from '@gpulease/contract/alarm-texts';
import { MINUTE_MS } from '@gpulease/contract/durations';
import type { Observation } from './observe.ts';

/** An alarm that has not ended, or a candidate that operators are not notified of yet. */
export interface TrackedAlarm extends Observation {
  readonly id: string;
  readonly firstSeenAt: Date;
  readonly openedAt: Date | null;
  readonly goneAt: Date | null;
}

export type AlarmChanges = ReturnType<typeof decideAlarms>;

/** How long a condition must last before operators are notified, so that rollouts and restarts raise no alarm. */
const patienceMs: Readonly<Record<AlarmKind, number>> = {
  NODE_NOT_READY: 2 * MINUTE_MS,
  NODE_LACKS_RESOURCES: 2 * MINUTE_MS,
  OBJECT_NOT_READY: 5 * MINUTE_MS,
  MACHINES_FAILED: 2 * MINUTE_MS,
  GPUS_REPORTED: 0,
  GPU_CHECK_FAILED: 0,
  QUEUE_LONG: 0,
  PAYMENTS_TO_REVIEW: 0,
  APPROVALS_WAITING: 0,
  BILLS_DIFFER: 0,
  PLATFORM: 3 * MINUTE_MS,
};

/** How long a condition must be gone before its alarm ends; flapping is one alarm. */
const CALM_MS = 5 * MINUTE_MS;

/** Returns the changes of alarms. Alarms whose current state `isUnknown` stay unchanged. */
export function decideAlarms(
  known: readonly TrackedAlarm[],
  observed: readonly Observation[],
  { now, isUnknown }: { readonly now: Date; readonly isUnknown: (known: TrackedAlarm) => boolean },
) {
  const seen = new Map(observed.map((one) => [alarmKey(one), one]));
  const present = known.filter((one) => seen.has(alarmKey(one)));
  const absent = known.filter((one) => !seen.has(alarmKey(one)) && !isUnknown(one));
  const current = present.map((one) => ({ ...one, ...seen.get(alarmKey(one)) }));
  const keys = new Set(known.map(alarmKey));
  const since = (at: Date) => now.getTime() - at.getTime();
  return {
    /** Observed for the first time. */
    begin: observed.filter((one) => !keys.has(alarmKey(one))),
    /** Lasted long enough to notify operators. */
    open: current.filter(
      ({ kind, openedAt, firstSeenAt }) => openedAt === null && since(firstSeenAt) >= patienceMs[kind],
    ),
    /** Parameters or condition changed. */
    change: current.filter((one, index) => !isDeepStrictEqual(one, present[index])),
    /** No longer observed, or observed again. */
    leave: absent.filter(({ openedAt, goneAt }) => openedAt !== null && goneAt === null),
    comeBack: current.filter(({ goneAt }) => goneAt !== null),
    end: absent.filter(({ goneAt }) => goneAt !== null && since(goneAt) >= CALM_MS),
    /** Gone before operators were notified. */
    forget: absent.filter(({ openedAt }) => openedAt === null),
  };
}

/** Whether operators are notified immediately. */
export function isUrgent({ kind }: Observation): boolean {
  return patienceMs[kind] === 0;
}

/** Returns the identity of an alarm while it lasts. */
export function alarmKey({ kind, subject }: Pick<Observation, 'kind' | 'subject'>): string {
  return `${kind} ${subject}`;
}
