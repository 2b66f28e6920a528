import type { AuditAction } from '@gpulease/contract/enums';
import { sql } from 'kysely';
import { HOUR_MS } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { networkOf } from '../http/network.ts';
import type { Origin } from './origin.ts';

export interface RefusedSignIn {
  readonly at: Date;
  readonly action: AuditAction;
  /** The account of the attempt; undefined if none has that name or phone. */
  readonly username: string | undefined;
  readonly origin: Origin;
}

/** Counts a refused sign-in. A flood of them from one network adds one row per hour and account. */
export async function recordRefusal(database: Database, refusal: RefusedSignIn): Promise<void> {
  const { at, action, username = '', origin } = refusal;
  const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
  await database
    .insertInto('sign_in_refusal')
    .values({
      hour,
      action,
      username,
      network: networkOf(origin.address),
      last_at: at,
      last_request_id: origin.requestId,
    })
    .onConflict((conflict) =>
      conflict.columns(['hour', 'action', 'username', 'network']).doUpdateSet({
        tries: sql<number>`sign_in_refusal.tries + 1`,
        last_at: at,
        last_request_id: origin.requestId,
      }),
    )
    .execute();
}
