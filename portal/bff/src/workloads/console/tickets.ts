/** One-time tickets for consoles, because a WebSocket cannot carry the header that proves that our page opened it. */
import type { ConsoleKind } from '@gpulease/contract/enums';
import type { Database } from '../../database/schema.ts';
import { createToken, hashToken } from '../../identity/tokens.ts';

const TICKET_MS = 30_000;

/** The console that a ticket opens, and the session. */
interface TicketScope {
  readonly sessionId: string;
  readonly workloadUid: string;
  readonly kind: ConsoleKind;
}

/** Creates a ticket; only its hash is stored. */
export async function issueTicket(database: Database, scope: TicketScope, now: Date) {
  const ticket = createToken();
  const expiresAt = new Date(now.getTime() + TICKET_MS);
  await database
    .insertInto('console_ticket')
    .values({ token_hash: hashToken(ticket), ...columnsOf(scope), expires_at: expiresAt })
    .execute();
  return { ticket, expiresAt };
}

/** Redeems a ticket. Returns false if it is unknown, used or expired, or has another scope. */
export async function redeemTicket(
  database: Database,
  ticket: string,
  scope: TicketScope,
  now: Date,
): Promise<boolean> {
  const used = await database
    .deleteFrom('console_ticket')
    .where('token_hash', '=', hashToken(ticket))
    .where((row) => row.and(columnsOf(scope)))
    .where('expires_at', '>', now)
    .returning('kind')
    .executeTakeFirst();
  return used !== undefined;
}

function columnsOf({ sessionId, workloadUid, kind }: TicketScope) {
  return { session_hash: Buffer.from(sessionId, 'hex'), workload_uid: workloadUid, kind };
}
