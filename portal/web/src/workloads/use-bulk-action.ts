import type { SessionConsole } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import { useState } from 'react';
import { asFailure, type Failure } from '../api/failure.ts';
import { useAction } from '../ui/use-action.ts';
import { explained, paramsOf, powerOperations, type PowerAction } from './power-actions.ts';

/** What came of the action on one workload. */
export interface Outcome {
  readonly workload: Workload;
  /** Why it was not done. */
  readonly failure?: Failure;
}

interface RunningBulk {
  /** With the reason of an operator. */
  readonly run: (workloads: readonly Workload[], reason: string) => Promise<void>;
  /** Of those that are through; undefined before the first. */
  readonly outcomes: readonly Outcome[] | undefined;
  readonly isBusy: boolean;
}

/** Acts on one workload after the other, each on its own: a refusal keeps none of the others from it. */
export function useBulkAction(console: SessionConsole, action: PowerAction): RunningBulk {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>();
  const [isBusy, setBusy] = useState(false);
  const one = useAction(powerOperations[console][action], {
    refreshes: ['listWorkloads', 'listAllWorkloads', 'getBalance'],
  });
  const attempt = async (workload: Workload, reason: string): Promise<Outcome> => {
    const { price: expectedPrice, unit: expectedUnit } = workload.startPrice ?? workload.pricing;
    const body = action === 'start' ? { expectedPrice, expectedUnit } : undefined;
    try {
      await one.run({ params: paramsOf(console, workload), ...explained(console, body, reason) });
      return { workload };
    } catch (error) {
      return { workload, failure: asFailure(error) };
    }
  };
  return {
    outcomes,
    isBusy,
    async run(workloads, reason) {
      setBusy(true);
      setOutcomes([]);
      for (const workload of workloads) {
        const outcome = await attempt(workload, reason);
        setOutcomes((before = []) => [...before, outcome]);
      }
      setBusy(false);
    },
  };
}
