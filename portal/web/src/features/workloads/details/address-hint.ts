import type { Workload } from '@gpulease/contract/workloads';
import type { TFunction } from 'i18next';

const GONE: readonly Workload['status'][] = ['DESTROYING', 'DESTROYED'];

/** In place of an address that is not there: that it comes with the start, or a dash where none will. */
export function addressHint(workload: Workload, t: TFunction): string {
  return isGone(workload) ? '–' : t('workload.noAddress');
}

export function isGone({ status }: Pick<Workload, 'status'>): boolean {
  return GONE.includes(status);
}
