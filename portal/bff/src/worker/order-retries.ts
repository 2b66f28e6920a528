/** When to retry Workloads whose order or start was temporarily refused. Kept in memory, and lost with the process. */
import { fundedReasons, type Workload } from '@gpulease/crds';
import { objectKey } from '@gpulease/kube';
import type { FundingRefusal } from '../orders/funding-refusal.ts';

export type OrderRetries = ReturnType<typeof createOrderRetries>;

interface Waiting {
  readonly key: string;
  readonly refusal: FundingRefusal;
  readonly generation: number | undefined;
  readonly tries: number;
  readonly tryAt: number;
  /** Whether `due` has returned it. */
  readonly isTold: boolean;
}

const FIRST_MS = 5_000;
const LAST_MS = 120_000;
/** Shorter, because no event reports a recharge. */
const LAST_FOR_FUNDS_MS = 30_000;

/** Creates an empty set of retries. */
export function createOrderRetries() {
  const waiting = new Map<string, Waiting>();
  return {
    /** Records a refusal and schedules the next try. */
    note({ metadata }: Workload, refusal: FundingRefusal, now: Date): void {
      const { uid = '', generation } = metadata;
      const tries = (waiting.get(uid)?.tries ?? 0) + 1;
      const longest = refusal.reason === fundedReasons.awaitingFunds ? LAST_FOR_FUNDS_MS : LAST_MS;
      const pause = Math.min(FIRST_MS * 2 ** (tries - 1), longest);
      const tryAt = refusal.retryAt?.getTime() ?? now.getTime() + pause;
      waiting.set(uid, { key: objectKey(metadata), refusal, generation, tries, tryAt, isTold: false });
    },
    /** Returns the last refusal while it is too early for another try. */
    refusalOf({ metadata: { uid = '', generation } }: Workload, now: Date): FundingRefusal | undefined {
      const known = waiting.get(uid);
      if (!known || known.generation !== generation || now.getTime() >= known.tryAt) return undefined;
      return known.refusal;
    },
    /** Returns Workloads whose next try is due, as keys by uid. Each is returned once, until it is noted again. */
    due(now: Date): ReadonlyMap<string, string> {
      const due = [...waiting].filter(([, { tryAt, isTold }]) => !isTold && tryAt <= now.getTime());
      for (const [uid, one] of due) waiting.set(uid, { ...one, isTold: true });
      return new Map(due.map(([uid, { key }]) => [uid, key]));
    },
    forget: (uid: string) => void waiting.delete(uid),
    /** Makes all retries due after a change of offers, except for those that wait for a fixed time. */
    wake(): void {
      for (const [uid, one] of waiting) {
        if (one.refusal.retryAt === undefined)
          waiting.set(uid, { ...one, tries: 0, tryAt: 0, isTold: false });
      }
    },
  };
}
