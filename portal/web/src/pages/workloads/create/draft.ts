/** Keeps a half-filled order in this tab, so that a reload or a detour to the recharge page loses nothing. */
import { emptyOrder, type OrderInput } from './order.ts';

const STORAGE_KEY = 'workload-draft';

/** The kept draft, else an empty order. Only fields of an order are taken from storage. */
export function keptDraft(): OrderInput {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<OrderInput>;
    return { ...emptyOrder, ...kept };
  } catch {
    return emptyOrder;
  }
}

export function keepDraft(order: OrderInput): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(order));
}

export function dropDraft(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}
