import type { AuditAction } from '@gpulease/contract/enums';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/schema.ts';

/** An action, its actor and its origin. */
export interface Act {
  readonly at: Date;
  /** Username of the actor; null if unknown. */
  readonly actor: string | null;
  /** Absent if no request caused the action. */
  readonly origin?: { readonly address: string; readonly requestId: string };
  /** The object of the action: a username, a workload. Never a secret. */
  readonly subject?: string;
  readonly details?: object;
}

/** Records an action; call it in the action's transaction. Refused sign-ins are counted in `sign_in_refusal` instead. */
export async function audit(
  database: Kysely<Tables>,
  action: AuditAction,
  { at, actor, origin, subject, details = {} }: Act,
): Promise<void> {
  await database
    .insertInto('audit_entry')
    .values({
      at,
      action,
      outcome: 'SUCCESS',
      actor,
      subject: subject ?? null,
      address: origin?.address ?? null,
      request_id: origin?.requestId ?? null,
      details: JSON.stringify(details),
    })
    .execute();
}
