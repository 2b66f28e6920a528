/** How a workload is named, and what follows from its state. Pure. */
import type { SessionConsole } from '@gpulease/contract/enums';
import { parsePrice, type Fen } from '@gpulease/contract/money';
import { due, HOUR_MILLISECONDS } from '@gpulease/contract/rating';
import type { Workload } from '@gpulease/contract/workloads';
import type { TFunction } from 'i18next';

/** What tells a workload from all others of a console; names are each customer's own. */
export function nameIn(console: SessionConsole): (workload: Workload) => string {
  return ({ user, name }) => (console === 'admin' ? `${user}/${name}` : name);
}

/** What an owner may change of a machine after it was ordered. */
export type Setting = 'ports' | 'http' | 'authorizedKeys' | 'resume';

const GONE: readonly Workload['status'][] = ['DESTROYING', 'DESTROYED'];

/** Whether the console offers to change settings: to the owner, of what is in the cluster and stays there. */
export function isChangeable(console: SessionConsole, { uid, status }: Workload): boolean {
  return console === 'user' && uid !== null && !isGone({ status });
}

/** In place of an address that is not there: that it comes with the start, or a dash where none will. */
export function addressHint(workload: Workload, t: TFunction): string {
  return isGone(workload) ? '–' : t('workload.noAddress');
}

export function isGone({ status }: Pick<Workload, 'status'>): boolean {
  return GONE.includes(status);
}

/** What a start holds: one hour's price, at least one fen. */
export function startHold({ price, unit }: NonNullable<Workload['startPrice']>): Fen {
  const hour = due({ price: parsePrice(price), unit, quantity: 1n }, HOUR_MILLISECONDS);
  return hour > 0n ? hour : 1n;
}
