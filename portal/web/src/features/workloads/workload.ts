/** The identity of a workload, and rules about its state. Pure. */
import type { SessionConsole } from '@gpulease/contract/enums';
import { formatAmount, least, parseAmount, parsePrice, type Fen } from '@gpulease/contract/money';
import { due, HOUR_MILLISECONDS } from '@gpulease/contract/rating';
import type { Workload } from '@gpulease/contract/workloads';
import type { TFunction } from 'i18next';

export interface WorkloadProps {
  readonly console: SessionConsole;
  readonly workload: Workload;
}

/** Identifies a workload within a console; names are unique only within a customer. */
export function nameIn(console: SessionConsole): (workload: Workload) => string {
  return ({ user, name }) => (console === 'admin' ? `${user}/${name}` : name);
}

/** Identifies a workload among earlier ones of the same name and pending orders. */
export function rowKeyOf({ uid, orderId, user, name }: Workload): string {
  return uid ?? orderId ?? `${user}/${name}`;
}

/** The settings that an owner may change after the order. */
export type Setting = 'ports' | 'http' | 'authorizedKeys' | 'resume' | 'onNodeLoss' | 'autoStop';

const GONE: readonly Workload['status'][] = ['DESTROYING', 'DESTROYED'];

/** Whether settings can be changed: by the owner, while the workload is in the cluster and not being destroyed. */
export function isChangeable(console: SessionConsole, { uid, status }: Workload): boolean {
  return console === 'user' && uid !== null && !isGone({ status });
}

/** Replaces a missing address: a note that it comes with the start, or a dash if there will be none. */
export function addressHint(workload: Workload, t: TFunction): string {
  return isGone(workload) ? '–' : t('workload.noAddress');
}

export function isGone({ status }: Pick<Workload, 'status'>): boolean {
  return GONE.includes(status);
}

/** The hold of a start: one hour's price, at least one fen. */
export function startHold({ price, unit }: NonNullable<Workload['startPrice']>): Fen {
  const hour = due({ price: parsePrice(price), unit, quantity: 1n }, HOUR_MILLISECONDS);
  return hour > 0n ? hour : 1n;
}

export function orderAgainPath({ sku, region, pricing }: Workload): string {
  const search = new URLSearchParams({ sku, region, mode: pricing.mode });
  return `/workloads/create?${search.toString()}`;
}

/** Yuan that `seconds` of idling cost, at most the cost of the run; undefined for nothing or for a prepaid term. */
export function spentIn(
  { pricing, cost }: Pick<Workload, 'pricing' | 'cost'>,
  seconds: number,
): string | undefined {
  if (pricing.mode === 'RESERVED') return undefined;
  const rate = { price: parsePrice(cost.perHour), unit: 'HOUR', quantity: 1n } as const;
  const spent = least(due(rate, BigInt(seconds) * 1_000n), parseAmount(cost.thisRun));
  return spent > 0n ? formatAmount(spent) : undefined;
}
