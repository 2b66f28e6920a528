import type { AuditAction } from '@gpulease/contract/enums';
import { sql } from 'kysely';
import { HOUR_MS } from '../clock.ts';
import type { RequestContext } from '../http/handler.ts';
import { networkOf } from '../http/network.ts';
import type { IdentityServices } from './services.ts';

/** A sign-in attempt; `username` is undefined if no account has the given name or phone. */
interface Attempt {
  readonly action: AuditAction;
  readonly username: string | undefined;
  readonly origin: RequestContext;
}

/** Counts a refused sign-in. A flood of them from one network adds one row per hour and account. */
export async function recordRefusal(
  { database, clock }: IdentityServices,
  { action, username = '', origin }: Attempt,
): Promise<void> {
  const at = clock.now();
  const last = { last_at: at, last_request_id: origin.requestId };
  const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
  await database
    .insertInto('sign_in_refusal')
    .values({ hour, action, username, network: networkOf(origin.address), ...last })
    .onConflict((conflict) =>
      conflict
        .columns(['hour', 'action', 'username', 'network'])
        .doUpdateSet({ tries: sql<number>`sign_in_refusal.tries + 1`, ...last }),
    )
    .execute();
}

/** Returns an error handler that records the refusal and rethrows the error. */
export function countingRefusal(services: IdentityServices, attempt: Attempt) {
  return async (error: unknown): Promise<never> => {
    await recordRefusal(services, attempt);
    throw error;
  };
}
