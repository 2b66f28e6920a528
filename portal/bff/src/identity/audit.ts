import type { AuditAction } from '@gpulease/contract/enums';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/schema.ts';

export interface AuditEntry {
  readonly at: Date;
  readonly action: AuditAction;
  readonly outcome: 'SUCCESS' | 'REFUSED';
  /** Username of who acted; null for nobody known. */
  readonly actor: string | null;
  /** What was acted on: a username, a workload. Never a secret. */
  readonly subject?: string;
  readonly address?: string;
  readonly requestId?: string;
  readonly details?: object;
}

/** Writes down who did what. Give it the transaction of the act, or the database for a refusal. */
export async function audit(database: Kysely<Tables>, entry: AuditEntry): Promise<void> {
  const { at, action, outcome, actor } = entry;
  await database
    .insertInto('audit_entry')
    .values({
      at,
      action,
      outcome,
      actor,
      subject: entry.subject ?? null,
      address: entry.address ?? null,
      request_id: entry.requestId ?? null,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute();
}
