/** Counts how often something was tried, in PostgreSQL so that all replicas share the counts. */
import pg from 'pg';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type IRateLimiterOptions,
} from 'rate-limiter-flexible';
import { networkOf } from './network.ts';
import { rateLimited } from './product-error.ts';
import type { LimitState } from './rate-limit-headers.ts';

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** How often something may be tried; each area has a `limits.ts`. */
export interface Limit {
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
  /** What the key is; addresses are counted by their network. */
  readonly per: 'account' | 'address' | 'phone' | 'portal';
  /** Counted in this process's memory only: it protects the process, and a write to the database would cost more. */
  readonly inMemory?: true;
}
export type Limits<Name extends string = string> = Readonly<Record<Name, Limit>>;

export interface RateLimits<Name extends string = string> {
  /** Counts one attempt and returns the remainder, without refusing it. */
  take(name: Name, key: string): Promise<LimitState>;
  /** Counts one try. Throws REQUEST_FAILED (RATE_LIMITED) when there were too many. */
  consume(name: Name, key: string): Promise<void>;
  /** Counts one try without refusing it. */
  count(name: Name, key: string): Promise<void>;
  /** Takes one counted try back, for what did not come about. */
  giveBack(name: Name, key: string): Promise<void>;
  /** Throws RATE_LIMITED where one more try would be too many, without counting one. */
  refuseUsedUp(name: Name, key: string): Promise<void>;
  /** Whether one more try would be too many. */
  isUsedUp(name: Name, key: string): Promise<boolean>;
  /** Which part of the tries was taken, at most 1. */
  usedShare(name: Name, key: string): Promise<number>;
  /** Forgets the tries, after a success. */
  reset(name: Name, key: string): Promise<void>;
}

/**
 * Counts kept in the table `rate_limit`. `addressFactor` widens the limits per network address, for where everybody has
 * the same one: the sandbox.
 */
export function createRateLimits<Name extends string>(
  pool: pg.Pool,
  limits: Limits<Name>,
  addressFactor = 1,
): RateLimits<Name> {
  const limiters = new Map(
    Object.entries<Limit>(limits).map(([name, { per, points, duration, inMemory }]) => {
      const options = { keyPrefix: name, points: points * (per === 'address' ? addressFactor : 1), duration };
      return [name, inMemory ? new RateLimiterMemory(options) : inDatabase(pool, options)];
    }),
  );
  const of = (name: Name) => {
    const found = limiters.get(name);
    if (!found) throw new Error(`No limit is named ${name}`);
    return found;
  };
  const keyOf = (name: Name, key: string) => (limits[name].per === 'address' ? networkOf(key) : key);
  const take = async (name: Name, key: string) => {
    const limiter = of(name);
    const result = await limiter.consume(keyOf(name, key)).catch(asResult);
    const { points, duration } = limiter;
    const isExceeded = result.consumedPoints > points;
    const { remainingPoints: remaining } = result;
    return { name, points, duration, isExceeded, remaining, reset: secondsOf(result) };
  };
  const usedShare = async (name: Name, key: string) => {
    const used = await of(name).get(keyOf(name, key));
    return Math.min((used?.consumedPoints ?? 0) / of(name).points, 1);
  };
  return {
    take,
    async consume(name, key) {
      refuseBeyond([await take(name, key)]);
    },
    async count(name, key) {
      await of(name).penalty(keyOf(name, key));
    },
    async giveBack(name, key) {
      await of(name).reward(keyOf(name, key));
    },
    async refuseUsedUp(name, key) {
      const used = await of(name).get(keyOf(name, key));
      if (used && used.consumedPoints >= of(name).points) throw rateLimited(secondsOf(used));
    },
    async isUsedUp(name, key) {
      return (await usedShare(name, key)) === 1;
    },
    usedShare,
    async reset(name, key) {
      await of(name).delete(keyOf(name, key));
    },
  };
}

/** The library computes with `int8` as the driver gives it by default, so our own parsers stay out of its way. */
function inDatabase(pool: pg.Pool, options: IRateLimiterOptions): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: { query: (query: pg.QueryConfig) => pool.query({ ...query, types: pg.types }) },
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    ...options,
  });
}

/** The library rejects with the same what it resolves with. */
function asResult(refusal: unknown): RateLimiterRes {
  if (refusal instanceof RateLimiterRes) return refusal;
  throw refusal;
}

function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.ceil(msBeforeNext / 1_000);
}

/** Throws RATE_LIMITED where one of the limits was exceeded. */
export function refuseBeyond(states: readonly LimitState[]): void {
  const exceeded = states.find(({ isExceeded }) => isExceeded);
  if (exceeded) throw rateLimited(exceeded.reset);
}
