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
    if (writtenAt === undefined || !differsInCountsAlone(present, wanted)) return 0;
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

function differsInCountsAlone(present: CommonStatus | undefined, wanted: CommonStatus): boolean {
  return (
    present !== undefined &&
    present.observedGeneration === wanted.observedGeneration &&
    isDeepStrictEqual(present.conditions, wanted.conditions) &&
    hasSameZeros(withoutConditions(present), withoutConditions(wanted))
  );
}

function withoutConditions({ conditions: _, ...rest }: CommonStatus): object {
  return rest;
}

/** No count has come up from nothing or gone down to it: on that hangs whether the object can be had, or deleted. */
function hasSameZeros(present: unknown, wanted: unknown): boolean {
  if (typeof present === 'number' || typeof wanted === 'number') return Boolean(present) === Boolean(wanted);
  if (!isRecord(present) || !isRecord(wanted)) return true;
  return (
    Object.keys(wanted).every((field) => hasSameZeros(present[field], wanted[field])) &&
    Object.keys(present).every((field) => field in wanted || hasSameZeros(present[field], undefined))
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
