import type { SpendingExcess } from '@gpulease/contract/common';
import type { SessionConsole } from '@gpulease/contract/enums';
import { excessOf } from '@gpulease/contract/spending';
import type { Workload } from '@gpulease/contract/workloads';
import { startHold } from '../workload.ts';
import { useApi } from '../../../api/queries.ts';
import type { PowerAction } from './power-actions.ts';

interface Asked {
  readonly console: SessionConsole;
  readonly action: PowerAction;
  /** The price of a start; null if the term is paid. */
  readonly price: Workload['startPrice'];
}

/** The customer's own limit of spending that stands against a start; none while that is not known. */
export function useStartLimit({ console, action, price }: Asked): SpendingExcess | undefined {
  const isOwnStart = console === 'user' && action === 'start';
  const { data } = useApi('getSpending', undefined, {
    enabled: isOwnStart && price !== null,
    staleTime: 0,
  });
  if (!isOwnStart || price === null || !data) return undefined;
  return excessOf(data, { perHour: startHold(price), charge: 0n });
}
