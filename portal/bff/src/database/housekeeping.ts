/** Removes expired rows, so that tables stay as small as what is alive. */
import type { Clock } from '../clock.ts';
import type { Logger } from '../http/logger.ts';
import { KEY_LIFETIME_MS } from '../http/idempotency.ts';
import { EXPIRED_API_TOKEN_MS } from '../identity/api-tokens.ts';
import type { Database } from './schema.ts';

const INTERVAL_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;
/** How long it can be looked up which sign-ins were refused. */
const REFUSALS_MS = 180 * DAY_MS;
/** How long notices can be read. */
const NOTICES_MS = 180 * DAY_MS;
/** Longer than any disk is kept: what its owner was told must be known until the end. */
const STEPS_MS = 400 * DAY_MS;
/** How long recharges are shown that were never paid; no provider takes money for them any more. */
const UNPAID_MS = 180 * DAY_MS;

/**
 * Removes expired sessions, codes and keys, and what the outbox has done a week ago. Throws once all was tried when some of it
 * could not be removed: one table that is locked or too full leaves no other to grow.
 */
export async function removeExpired(database: Database, now: Date): Promise<void> {
  const errors: unknown[] = [];
  for (const removal of removals(database, now)) {
    await removal.execute().catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} tables still have expired rows`);
}

function removals(database: Database, now: Date) {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  return [
    database.deleteFrom('session').where('expires_at', '<', now),
    database.deleteFrom('api_token').where('expires_at', '<', before(EXPIRED_API_TOKEN_MS)),
    database.deleteFrom('console_ticket').where('expires_at', '<', now),
    database.deleteFrom('console_session').where('renewed_at', '<', before(DAY_MS)),
    database.deleteFrom('spent_captcha').where('expires_at', '<', now),
    database.deleteFrom('one_time_code').where('expires_at', '<', before(DAY_MS)),
    database.deleteFrom('pending_sign_in').where('expires_at', '<', now),
    database.deleteFrom('oidc_attempt').where('expires_at', '<', now),
    database.deleteFrom('oidc_registration').where('expires_at', '<', now),
    database.deleteFrom('idempotency_key').where('created_at', '<', before(KEY_LIFETIME_MS)),
    database.deleteFrom('sandbox_message').where('created_at', '<', before(WEEK_MS)),
    database.deleteFrom('outbox').where('done_at', '<', before(WEEK_MS)),
    database.deleteFrom('order_request').where('at', '<', before(DAY_MS)),
    database.deleteFrom('rate_limit').where('expire', '<', BigInt(now.getTime())),
    database.deleteFrom('notice').where('created_at', '<', before(NOTICES_MS)),
    database.deleteFrom('stock_alert').where('expires_at', '<', now),
    database.deleteFrom('dunning_step').where('done_at', '<', before(STEPS_MS)),
    database.deleteFrom('sign_in_refusal').where('hour', '<', before(REFUSALS_MS)),
    database
      .deleteFrom('recharge')
      .where('status', '=', 'CLOSED')
      .where('paid_at', 'is', null)
      .where('created_at', '<', before(UNPAID_MS))
      .where('id', 'not in', database.selectFrom('refund').select('recharge_id')),
  ];
}

/** Removes what has expired every ten minutes until the signal aborts. */
export function scheduleHousekeeping(
  database: Database,
  clock: Clock,
  log: Logger,
  stopping: AbortSignal,
): void {
  const timer = setInterval(() => {
    removeExpired(database, clock.now()).catch((error: unknown) => {
      log.warn({ err: error }, 'Could not remove what has expired, will try again');
    });
  }, INTERVAL_MS);
  stopping.addEventListener('abort', () => clearInterval(timer), { once: true });
}
