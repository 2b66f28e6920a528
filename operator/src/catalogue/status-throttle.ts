import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '@gpulease/kube';
import type { CommonStatus } from './status.ts';

/** Counts that go up and down with every order are written no more often than this, unless more than they changes. */
export const THROTTLE_MS = 5000;

/** Keeps the writing of counts apart, so that a thousand orders do not mean a thousand statuses of each SKU. */
export class StatusThrottle {
  private readonly clock: Clock;
  private readonly writtenAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** How long `wanted` has still to wait when it differs from `present` in counts alone, in milliseconds; 0: not at all. */
  wait(name: string, present: CommonStatus | undefined, wanted: CommonStatus): number {
    const writtenAt = this.writtenAt.get(name);
    if (writtenAt === undefined || !isDeepStrictEqual(outlineOf(present), outlineOf(wanted))) return 0;
    return Math.max(0, writtenAt + THROTTLE_MS - this.clock.monotonic());
  }

  /** The status of that name was written just now. */
  note(name: string): void {
    this.writtenAt.set(name, this.clock.monotonic());
  }

  forget(name: string): void {
    this.writtenAt.delete(name);
  }
}

/** What must not wait: conditions, the generation, and which counts are nothing, for on that hangs what can be had or deleted. */
function outlineOf({ conditions, observedGeneration, ...counts }: CommonStatus = {}): unknown[] {
  const zeros: unknown = JSON.parse(JSON.stringify(counts, (_, value: unknown) => zeroOf(value)));
  return [conditions, observedGeneration, zeros];
}

function zeroOf(value: unknown): unknown {
  if (typeof value === 'number') return value === 0;
  return typeof value === 'string' ? undefined : value;
}
