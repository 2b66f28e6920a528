/** Limits on how often something may be tried, counted in PostgreSQL so that all replicas share them. */
import type { OperationId } from '@gpulease/contract/endpoints';
import pg from 'pg';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type IRateLimiterOptions,
} from 'rate-limiter-flexible';
import { networkOf } from './network.ts';
import { ProductError } from './product-error.ts';
import type { LimitState } from './rate-limit-headers.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Limit {
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
  /** What the key is; addresses are counted by their network. */
  readonly per: 'account' | 'address' | 'phone' | 'portal';
  /** Counted in this process's memory only: it protects the process, and a write to the database would cost more. */
  readonly inMemory?: true;
}

/** Every limit of the portal. */
export const limits = {
  /** Failed sign-ins of one account from anywhere. Once used up, each try needs a captcha; nobody is locked out. */
  loginFailures: { per: 'account', points: 3, duration: HOUR },
  /** The same of one network, whatever the accounts. */
  loginAddressFailures: { per: 'address', points: 20, duration: HOUR },
  /** Tries for one account from one network, forgotten after a success. */
  loginAccount: { per: 'account', points: 10, duration: 15 * MINUTE },
  /** All tries of one network; beyond them each costs a captcha, so that its other people can still sign in. */
  loginAddress: { per: 'address', points: 100, duration: 15 * MINUTE },
  /** Wrong codes of an authenticator app, from anywhere; forgotten after a right one. Recovery codes are not counted. */
  secondFactor: { per: 'account', points: 10, duration: HOUR },
  phoneLoginAddress: { per: 'address', points: 100, duration: 15 * MINUTE },
  passwordReset: { per: 'address', points: 20, duration: HOUR },
  register: { per: 'address', points: 20, duration: HOUR },
  captcha: { per: 'address', points: 300, duration: HOUR },
  /** One phone from one network, so that a stranger can neither delay nor use up the owner's codes from elsewhere. */
  smsResend: { per: 'phone', points: 1, duration: MINUTE },
  smsPhoneFromNetwork: { per: 'phone', points: 5, duration: DAY },
  smsPhone: { per: 'phone', points: 20, duration: DAY },
  smsAddress: { per: 'address', points: 30, duration: HOUR },
  /** The messages with codes that a day may cost, and more for a forgotten password: nothing else uses these up. */
  smsDay: { per: 'portal', points: 4_000, duration: DAY },
  smsResetDay: { per: 'portal', points: 1_000, duration: DAY },
  /** Codes by email: how often an account, or for a forgotten password a network, may ask, and what a day may bring. */
  emailResend: { per: 'account', points: 1, duration: MINUTE },
  emailAccount: { per: 'account', points: 20, duration: DAY },
  emailAddress: { per: 'address', points: 30, duration: HOUR },
  emailDay: { per: 'portal', points: 4_000, duration: DAY },
  emailResetDay: { per: 'portal', points: 1_000, duration: DAY },
  oidc: { per: 'address', points: 100, duration: HOUR },
  recharges: { per: 'account', points: 60, duration: HOUR },
  /** Each may bring an SMS and an email at once, where the SKU can be had. */
  stockAlerts: { per: 'account', points: 40, duration: DAY },
  /** Each brings an SMS and an email, also where it is deleted at once. */
  newApiTokens: { per: 'account', points: 40, duration: DAY },
  /** Costly answers. A browser asks for the balance once a second at most, for quotes while a form is filled in. */
  balance: { per: 'account', points: 180, duration: MINUTE, inMemory: true },
  quotes: { per: 'account', points: 120, duration: MINUTE, inMemory: true },
  rechargeChecks: { per: 'account', points: 20, duration: MINUTE },
  /** Each is kept in the audit for ever, and a write to the cluster. */
  workloadChanges: { per: 'account', points: 300, duration: HOUR },
  /** Each asks the cluster twice. */
  workloadEvents: { per: 'account', points: 120, duration: MINUTE, inMemory: true },
  auditReads: { per: 'account', points: 120, duration: MINUTE, inMemory: true },
  consoleTickets: { per: 'account', points: 60, duration: 10 * MINUTE, inMemory: true },
  csv: { per: 'account', points: 10, duration: 10 * MINUTE },
  /** Everything that an account, or a network without one, asks for; far beyond what pages do. */
  accountRequests: { per: 'account', points: 6_000, duration: MINUTE, inMemory: true },
  strangerRequests: { per: 'address', points: 1_200, duration: MINUTE, inMemory: true },
  /** All that scripts ask for with the API tokens of one account. */
  apiTokens: { per: 'account', points: 600, duration: MINUTE, inMemory: true },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof limits;

const operationLimits: Partial<Record<OperationId, LimitName>> = {
  getBalance: 'balance',
  createQuote: 'quotes',
  checkRecharge: 'rechargeChecks',
  closeRecharge: 'rechargeChecks',
  createStockAlert: 'stockAlerts',
  createApiToken: 'newApiTokens',
  updateWorkload: 'workloadChanges',
  scheduleWorkload: 'workloadChanges',
  listWorkloadEvents: 'workloadEvents',
  listAnyWorkloadEvents: 'workloadEvents',
  listAuditEntries: 'auditReads',
  listSignInRefusals: 'auditReads',
  createConsoleTicket: 'consoleTickets',
  createAnyConsoleTicket: 'consoleTickets',
};

/** What an operation that is costly to answer counts against, per account. */
export function limitOf(operation: OperationId): LimitName | undefined {
  return operationLimits[operation];
}

export interface RateLimits {
  /** Counts one try and says what is left, without refusing it. */
  take(name: LimitName, key: string): Promise<LimitState>;
  /** Counts one try. Throws REQUEST_FAILED (RATE_LIMITED) when there were too many. */
  consume(name: LimitName, key: string): Promise<void>;
  /** Counts one try without refusing it. */
  count(name: LimitName, key: string): Promise<void>;
  /** Takes one counted try back, for what did not come about. */
  giveBack(name: LimitName, key: string): Promise<void>;
  /** Throws RATE_LIMITED where one more try would be too many, without counting one. */
  refuseUsedUp(name: LimitName, key: string): Promise<void>;
  /** Whether one more try would be too many. */
  isUsedUp(name: LimitName, key: string): Promise<boolean>;
  /** Forgets the tries, after a success. */
  reset(name: LimitName, key: string): Promise<void>;
}

/**
 * Limits kept in the table `rate_limit`. `addressFactor` widens those per network address, for where everybody has
 * the same one: the sandbox.
 */
export function createRateLimits(pool: pg.Pool, addressFactor = 1): RateLimits {
  const limiters = new Map(
    Object.entries<Limit>(limits).map(([name, { per, points, duration, inMemory }]) => {
      const options = { keyPrefix: name, points: points * (per === 'address' ? addressFactor : 1), duration };
      return [name, inMemory ? new RateLimiterMemory(options) : inDatabase(pool, options)];
    }),
  );
  const of = (name: LimitName) => {
    const found = limiters.get(name);
    if (!found) throw new Error(`No limit is named ${name}`);
    return found;
  };
  const keyOf = (name: LimitName, key: string) => (limits[name].per === 'address' ? networkOf(key) : key);
  const take = async (name: LimitName, key: string) => {
    const limiter = of(name);
    const result = await limiter.consume(keyOf(name, key)).catch(asResult);
    const { points, duration } = limiter;
    const isExceeded = result.consumedPoints > points;
    return {
      name,
      points,
      duration,
      isExceeded,
      remaining: result.remainingPoints,
      reset: secondsOf(result),
    };
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
      const used = await of(name).get(keyOf(name, key));
      return (used?.consumedPoints ?? 0) >= of(name).points;
    },
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

/** `retryAfter` is in seconds. */
function rateLimited(retryAfter: number): ProductError {
  return new ProductError('REQUEST_FAILED', { reason: 'RATE_LIMITED', retryAfter });
}
