/** Operators' queries of the audit log. */
import type { AuditEntry, SignInRefusal } from '@gpulease/contract/audit';
import type { Page } from '@gpulease/contract/common';
import type { AuditAction } from '@gpulease/contract/enums';
import type { Query } from '@gpulease/contract/routes';
import { sql, type RawBuilder } from 'kysely';
import { midnight } from '../database/midnight.ts';
import { mapPage, selectPage } from '../lists/page.ts';
import { containing } from '../lists/search.ts';
import type { Database } from '../database/schema.ts';

/** Returns one page of entries, newest first. */
export async function listAuditEntries(
  database: Database,
  { search, action, outcome, from, to, ...paging }: Query<'listAuditEntries'>,
): Promise<Page<AuditEntry>> {
  let select = database.selectFrom('audit_entry').selectAll();
  if (search) select = select.where(isAbout(search));
  if (action) select = select.where('action', '=', action);
  if (outcome) select = select.where('outcome', '=', outcome);
  if (from) select = select.where('at', '>=', midnight(sql`${from}::date`));
  if (to) select = select.where('at', '<', sql<Date>`${midnight(sql`${to}::date`)} + interval '1 day'`);
  // Ids are in order of time.
  const id = sql.ref('id');
  const page = await selectPage(database, select, paging, {
    defaultSort: '-at',
    fields: { at: id },
    unique: [],
  });
  return mapPage(page, (row) => ({
    id: String(row.id),
    at: row.at.toISOString(),
    actor: row.actor,
    action: row.action as AuditAction,
    subject: row.subject,
    outcome: row.outcome,
    address: row.address,
    requestId: row.request_id,
    details: row.details as Record<string, unknown>,
  }));
}

/** Returns one page of refused sign-ins, counted by hour, account and network, newest first. */
export async function listSignInRefusals(
  database: Database,
  { search, from, to, ...paging }: Query<'listSignInRefusals'>,
): Promise<Page<SignInRefusal>> {
  let select = database.selectFrom('sign_in_refusal').selectAll();
  if (search) {
    select = select.where((row) => row.or([row('username', '=', search), row('network', '=', search)]));
  }
  if (from) select = select.where('last_at', '>=', midnight(sql`${from}::date`));
  if (to) select = select.where('last_at', '<', sql<Date>`${midnight(sql`${to}::date`)} + interval '1 day'`);
  const page = await selectPage(database, select, paging, {
    defaultSort: '-lastAt',
    fields: { lastAt: sql.ref('last_at'), tries: sql.ref('tries') },
    unique: [sql.ref('hour'), sql.ref('action'), sql.ref('username'), sql.ref('network')],
  });
  return mapPage(page, (row) => ({
    id: [row.hour.toISOString(), row.action, row.username, row.network].join('|'),
    lastAt: row.last_at.toISOString(),
    action: row.action as AuditAction,
    username: row.username || null,
    network: row.network,
    tries: row.tries,
  }));
}

/** Shorter searches match too many entries for an index to help. */
const SHORTEST_PART = 3;

/** Matches entries by request id or part of actor or subject; very short searches match only whole names. */
function isAbout(search: string): RawBuilder<boolean> {
  if (search.length < SHORTEST_PART) return sql`(actor = ${search} OR subject = ${search})`;
  const pattern = containing(search);
  return sql`(actor ILIKE ${pattern} OR subject ILIKE ${pattern} OR request_id = ${search})`;
}
