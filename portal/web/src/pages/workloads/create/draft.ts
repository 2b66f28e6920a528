/** Keeps a half-filled order in this tab, so that a reload or a detour to the recharge page loses nothing. */
import { emptyOrder, type OrderInput } from './order.ts';

const STORAGE_KEY = 'workload-draft';

interface Draft {
  readonly user: string;
  readonly order: Partial<OrderInput>;
}

/** The user's kept draft, else an empty order. Somebody else's draft is dropped. */
export function keptDraft(user: string): OrderInput {
  const draft = read();
  if (draft?.user === user) return { ...emptyOrder, ...draft.order };
  dropDraft();
  return emptyOrder;
}

export function keepDraft(user: string, order: OrderInput): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ user, order } satisfies Draft));
}

export function dropDraft(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}

function read(): Partial<Draft> | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Partial<Draft> | null) ?? undefined;
  } catch {
    return undefined;
  }
}
