/** One-time tickets for consoles, because a WebSocket cannot carry the header that proves that our page opened it. */
import type { ConsoleKind } from '@gpulease/contract/enums';
import type { Database } from '../../database/schema.ts';
import { createToken, hashToken } from '../../identity/tokens.ts';

const TICKET_MS = 30_000;

/** What a ticket is good for. */
interface TicketScope {
  readonly sessionId: string;
  readonly workloadUid: string;
  readonly kind: ConsoleKind;
}

/** Makes a ticket; only its hash is kept. */
export async function issueTicket(database: Database, scope: TicketScope, now: Date) {
  const ticket = createToken();
  const expiresAt = new Date(now.getTime() + TICKET_MS);
  await database
    .insertInto('console_ticket')
    .values({ token_hash: hashToken(ticket), ...columnsOf(scope), expires_at: expiresAt })
    .execute();
  return { ticket, expiresAt };
}

/** Uses a ticket up. False when it is none, was used or has expired, or is for something else. */
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
