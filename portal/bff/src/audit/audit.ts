import type { AuditAction } from '@gpulease/contract/enums';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/schema.ts';

/** Something that was done, by whom and from where. */
export interface Act {
  readonly at: Date;
  /** Username of who acted; null for nobody known. */
  readonly actor: string | null;
  /** Absent if no request caused the action. */
  readonly origin?: { readonly address: string; readonly requestId: string };
  /** What was acted on: a username, a workload. Never a secret. */
  readonly subject?: string;
  readonly details?: object;
}

/** Writes down what was done; give it the transaction of the act. Refused sign-ins are counted in `sign_in_refusal`. */
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
