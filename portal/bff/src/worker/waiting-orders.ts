/** Workloads whose order or start was refused for now: when each is tried again. Of one process, and lost with it. */
import { fundedReasons, type Workload } from '@gpulease/crds';
import type { Refusal } from '../orders/refusal.ts';

export interface WaitingOrders {
  /** Notes one more refusal. */
  note(workload: Workload, refusal: Refusal, now: Date): void;
  /** What was said last, as long as it is too early for another try. */
  refusalOf(workload: Workload, now: Date): Refusal | undefined;
  forget(uid: string): void;
  /** What is on offer has changed: all but those that wait for a set time may be tried at once. */
  wake(): void;
}

interface Waiting {
  readonly refusal: Refusal;
  readonly generation: number | undefined;
  readonly tries: number;
  readonly tryAt: number;
}

const FIRST_MS = 5_000;
const LAST_MS = 120_000;
/** Nothing tells us of a recharge. */
const LAST_FOR_FUNDS_MS = 30_000;

/** None yet. */
export function createWaitingOrders(): WaitingOrders {
  const waiting = new Map<string, Waiting>();
  return {
    note({ metadata: { uid = '', generation } }, refusal, now) {
      const tries = (waiting.get(uid)?.tries ?? 0) + 1;
      const longest = refusal.reason === fundedReasons.awaitingFunds ? LAST_FOR_FUNDS_MS : LAST_MS;
      const pause = Math.min(FIRST_MS * 2 ** (tries - 1), longest);
      const tryAt = refusal.retryAt?.getTime() ?? now.getTime() + pause;
      waiting.set(uid, { refusal, generation, tries, tryAt });
    },
    refusalOf({ metadata: { uid = '', generation } }, now) {
      const known = waiting.get(uid);
      const isWaiting =
        known?.generation === generation && known !== undefined && now.getTime() < known.tryAt;
      return isWaiting ? known.refusal : undefined;
    },
    forget: (uid) => void waiting.delete(uid),
    wake() {
      for (const [uid, one] of waiting) {
        if (one.refusal.retryAt === undefined) waiting.set(uid, { ...one, tries: 0, tryAt: 0 });
      }
    },
  };
}
