/** Limits on how often something may be tried, counted in PostgreSQL so that all replicas share them. */
import pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { ProductError } from './product-error.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Limit {
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
  /** What the key is. */
  readonly per: 'account' | 'address' | 'phone';
}

/** Every limit of the portal. */
export const limits = {
  /** Failures of one account from anywhere; only counted to ask for a captcha, so that nobody can lock others out. */
  loginFailures: { per: 'account', points: 1_000_000, duration: HOUR },
  /** Tries for one account from one address, forgotten after a success. */
  loginAccount: { per: 'account', points: 10, duration: 15 * MINUTE },
  loginAddress: { per: 'address', points: 100, duration: 15 * MINUTE },
  register: { per: 'address', points: 20, duration: HOUR },
  captcha: { per: 'address', points: 300, duration: HOUR },
  smsResend: { per: 'phone', points: 1, duration: MINUTE },
  smsPhone: { per: 'phone', points: 10, duration: DAY },
  smsAddress: { per: 'address', points: 60, duration: HOUR },
  orders: { per: 'account', points: 30, duration: HOUR },
  recharges: { per: 'account', points: 60, duration: HOUR },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof limits;

export interface RateLimits {
  /** Counts one try. Throws REQUEST_FAILED (RATE_LIMITED) when there were too many. */
  consume(name: LimitName, key: string): Promise<void>;
  /** How many tries are counted at present. */
  used(name: LimitName, key: string): Promise<number>;
  /** Forgets the tries, after a success. */
  reset(name: LimitName, key: string): Promise<void>;
}

/**
 * Limits kept in the table `rate_limit`. `addressFactor` widens those per network address, for where everybody has
 * the same one: the sandbox.
 */
export function createRateLimits(pool: pg.Pool, addressFactor = 1): RateLimits {
  const limiters = new Map(
    Object.entries<Limit>(limits).map(([name, { per, points, duration }]) => {
      const factor = per === 'address' ? addressFactor : 1;
      return [name, limiter(pool, name, points * factor, duration)];
    }),
  );
  const of = (name: LimitName) => {
    const found = limiters.get(name);
    if (!found) throw new Error(`No limit is named ${name}`);
    return found;
  };
  return {
    async consume(name, key) {
      await of(name).consume(key).catch(refuse);
    },
    async used(name, key) {
      return (await of(name).get(key))?.consumedPoints ?? 0;
    },
    async reset(name, key) {
      await of(name).delete(key);
    },
  };
}

/** The library computes with `int8` as the driver gives it by default, so our own parsers stay out of its way. */
function limiter(pool: pg.Pool, keyPrefix: string, points: number, duration: number): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: { query: (query: pg.QueryConfig) => pool.query({ ...query, types: pg.types }) },
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    keyPrefix,
    points,
    duration,
  });
}

function refuse(cause: unknown): never {
  if (!(cause instanceof RateLimiterRes)) throw cause;
  const retryAfter = Math.ceil(cause.msBeforeNext / 1_000);
  throw new ProductError('REQUEST_FAILED', { reason: 'RATE_LIMITED', retryAfter });
}
