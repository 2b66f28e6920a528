/** Rate limits, counted in PostgreSQL so that all replicas share them. */
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

/** How many attempts are allowed; each area defines its limits in `limits.ts`. */
export interface Limit {
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
  /** The kind of key; addresses are counted by their network. */
  readonly per: 'account' | 'address' | 'phone' | 'portal';
  /** Counted only in memory: the limit protects the process, and a database write would cost more than the request. */
  readonly inMemory?: true;
}
export type Limits<Name extends string = string> = Readonly<Record<Name, Limit>>;

export interface RateLimits<Name extends string = string> {
  /** Counts one attempt and returns the remainder, without refusing it. */
  take(name: Name, key: string): Promise<LimitState>;
  /** Counts one attempt. Throws REQUEST_FAILED (RATE_LIMITED) if the limit is exceeded. */
  consume(name: Name, key: string): Promise<void>;
  /** Counts one attempt without refusing it. */
  count(name: Name, key: string): Promise<void>;
  /** Refunds one counted attempt that did not take effect. */
  giveBack(name: Name, key: string): Promise<void>;
  /** Throws RATE_LIMITED if the limit is used up, without counting an attempt. */
  refuseUsedUp(name: Name, key: string): Promise<void>;
  /** Whether the limit is used up. */
  isUsedUp(name: Name, key: string): Promise<boolean>;
  /** Returns the used share of the limit, at most 1. */
  usedShare(name: Name, key: string): Promise<number>;
  /** Resets the count, after a success. */
  reset(name: Name, key: string): Promise<void>;
}

/**
 * Creates limits that count in the table `rate_limit`. `addressFactor` raises the limits per network address, for the
 * sandbox, where all clients share one address.
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

/** The library expects the driver's default `int8` parser, so queries bypass our own parsers. */
function inDatabase(pool: pg.Pool, options: IRateLimiterOptions): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: { query: (query: pg.QueryConfig) => pool.query({ ...query, types: pg.types }) },
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    ...options,
  });
}

/** Returns a refusal, which the library rejects with, as a result; rethrows errors. */
function asResult(refusal: unknown): RateLimiterRes {
  if (refusal instanceof RateLimiterRes) return refusal;
  throw refusal;
}

function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.ceil(msBeforeNext / 1_000);
}

/** Throws RATE_LIMITED if a limit is exceeded. */
export function refuseBeyond(states: readonly LimitState[]): void {
  const exceeded = states.find(({ isExceeded }) => isExceeded);
  if (exceeded) throw rateLimited(exceeded.reset);
}
