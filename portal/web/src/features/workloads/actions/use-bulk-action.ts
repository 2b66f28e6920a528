import type { SessionConsole } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import { useAction } from '../../../ui/use-action.ts';
import { useEach } from '../../../ui/use-each.ts';
import { bodyOf, explained, paramsOf, powerOperations, type PowerAction } from './power-actions.ts';

/** An action on one workload after the other; `run` is given the reason of an operator. */
export function useBulkAction(console: SessionConsole, action: PowerAction) {
  const one = useAction(powerOperations[console][action], {
    refreshes: ['listWorkloads', 'listAllWorkloads', 'getBalance'],
  });
  const each = useEach<Workload>();
  const act = (workload: Workload, reason: string) => {
    const { startPrice, pricing, term } = workload;
    const body = bodyOf(action, startPrice ?? pricing, term?.refund ?? null);
    return one.run({ params: paramsOf(console, workload), ...explained(console, body, reason) });
  };
  return {
    ...each,
    run: (workloads: readonly Workload[], reason: string) =>
      each.run(workloads, (workload) => act(workload, reason)),
  };
}
