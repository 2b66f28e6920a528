import type { SessionConsole } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import { useEffect, useRef, useState } from 'react';
import { asFailure, type Failure } from '../api/failure.ts';
import { useAction } from '../ui/use-action.ts';
import { bodyOf, explained, paramsOf, powerOperations, type PowerAction } from './power-actions.ts';

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
  /** Leaves those alone that it has not come to yet. */
  readonly stop: () => void;
}

/**
 * Acts on one workload after the other, each on its own: a refusal keeps none of the others from it. It ends with the
 * page, too: nobody would see any more what it does.
 */
export function useBulkAction(console: SessionConsole, action: PowerAction): RunningBulk {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>();
  const [isBusy, setBusy] = useState(false);
  const isStopped = useRef(false);
  const stop = () => {
    isStopped.current = true;
  };
  useEffect(() => {
    isStopped.current = false;
    return stop;
  }, []);
  const one = useAction(powerOperations[console][action], {
    refreshes: ['listWorkloads', 'listAllWorkloads', 'getBalance'],
  });
  const attempt = async (workload: Workload, reason: string): Promise<Outcome> => {
    const { startPrice, pricing, term } = workload;
    const body = bodyOf(action, startPrice ?? pricing, term?.refund ?? null);
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
    stop,
    async run(workloads, reason) {
      setBusy(true);
      setOutcomes([]);
      for (const workload of workloads) {
        if (isStopped.current) break;
        const outcome = await attempt(workload, reason);
        setOutcomes((before = []) => [...before, outcome]);
      }
      setBusy(false);
    },
  };
}
