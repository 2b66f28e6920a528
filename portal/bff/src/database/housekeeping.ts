/** Removes expired rows, so that tables stay as small as what is alive. */
import type { Clock } from '../clock.ts';
import type { Logger } from '../http/logger.ts';
import { KEY_LIFETIME_MS } from '../http/idempotency.ts';
import type { Database } from './schema.ts';

const INTERVAL_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;
/** How long it can be looked up which sign-ins were refused. */
const REFUSALS_MS = 180 * DAY_MS;
/** How long notices can be read, and dunning steps looked up. */
const NOTICES_MS = 180 * DAY_MS;

/** Removes expired sessions, codes and keys, and what the outbox has done a week ago. */
export async function removeExpired(database: Database, now: Date): Promise<void> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  await database.deleteFrom('session').where('expires_at', '<', now).execute();
  await database.deleteFrom('console_ticket').where('expires_at', '<', now).execute();
  await database.deleteFrom('console_session').where('renewed_at', '<', before(DAY_MS)).execute();
  await database.deleteFrom('spent_captcha').where('expires_at', '<', now).execute();
  await database.deleteFrom('one_time_code').where('expires_at', '<', before(DAY_MS)).execute();
  await database.deleteFrom('oidc_attempt').where('expires_at', '<', now).execute();
  await database.deleteFrom('oidc_registration').where('expires_at', '<', now).execute();
  await database.deleteFrom('idempotency_key').where('created_at', '<', before(KEY_LIFETIME_MS)).execute();
  await database.deleteFrom('sandbox_message').where('created_at', '<', before(WEEK_MS)).execute();
  await database.deleteFrom('outbox').where('done_at', '<', before(WEEK_MS)).execute();
  await database.deleteFrom('order_request').where('at', '<', before(DAY_MS)).execute();
  await database.deleteFrom('rate_limit').where('expire', '<', BigInt(now.getTime())).execute();
  await database.deleteFrom('notice').where('created_at', '<', before(NOTICES_MS)).execute();
  await database.deleteFrom('stock_alert').where('expires_at', '<', now).execute();
  await database.deleteFrom('dunning_step').where('done_at', '<', before(NOTICES_MS)).execute();
  await database.deleteFrom('sign_in_refusal').where('hour', '<', before(REFUSALS_MS)).execute();
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
