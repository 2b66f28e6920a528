/** Keeps a half-filled order in this tab, so that a reload or a detour to the recharge page loses nothing. */
import { dropText, keepText, readText } from '../../../platform/storage.ts';
import { WORKLOAD_DRAFT } from '../../../session/session.ts';
import { emptyOrder, type OrderInput } from './order.ts';

interface Draft {
  readonly user: string;
  readonly order: Partial<OrderInput>;
}

/** The user's draft, or else an empty order. Somebody else's draft is dropped. */
export function keptDraft(user: string): OrderInput {
  const draft = read();
  if (draft?.user === user) return { ...emptyOrder, ...draft.order };
  dropDraft();
  return emptyOrder;
}

export function keepDraft(user: string, order: OrderInput): void {
  keepText('sessionStorage', WORKLOAD_DRAFT, JSON.stringify({ user, order } satisfies Draft));
}

export function dropDraft(): void {
  dropText('sessionStorage', WORKLOAD_DRAFT);
}

function read(): Partial<Draft> | undefined {
  try {
    return (
      (JSON.parse(readText('sessionStorage', WORKLOAD_DRAFT) ?? 'null') as Partial<Draft> | null) ?? undefined
    );
  } catch {
    return undefined;
  }
}
