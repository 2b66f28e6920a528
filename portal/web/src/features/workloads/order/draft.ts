/** Stores an unfinished order in this tab, so that a reload or a detour to the recharge page loses nothing. */
import { keepText, readText } from '../../../browser/storage.ts';
import { dropDraft, WORKLOAD_DRAFT } from '../../../session/session.ts';
import { emptyOrder, type OrderInput } from './order.ts';

interface Draft {
  readonly user: string;
  readonly order: Partial<OrderInput>;
}

/** Returns the user's draft, or else an empty order. Drops another user's draft. */
export function keptDraft(user: string): OrderInput {
  const draft = read();
  if (draft?.user === user) return { ...emptyOrder, ...draft.order };
  dropDraft('user');
  return emptyOrder;
}

export function keepDraft(user: string, order: OrderInput): void {
  keepText('sessionStorage', WORKLOAD_DRAFT, JSON.stringify({ user, order } satisfies Draft));
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
