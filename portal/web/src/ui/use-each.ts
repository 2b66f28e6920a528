import { useEffect, useRef, useState } from 'react';
import { asFailure, type Failure } from '../api/failure.ts';

export interface Outcome<T> {
  readonly item: T;
  readonly failure?: Failure;
}

/** Processes items one by one, continuing after failures. Stops when the page is left, because the results would not be seen. */
export function useEach<T>() {
  const [outcomes, setOutcomes] = useState<readonly Outcome<T>[]>();
  const [isBusy, setBusy] = useState(false);
  const isStopped = useRef(false);
  const stop = () => {
    isStopped.current = true;
  };
  useEffect(() => {
    isStopped.current = false;
    return stop;
  }, []);
  const run = async (items: readonly T[], act: (item: T) => Promise<unknown>) => {
    setBusy(true);
    setOutcomes([]);
    for (const item of items) {
      if (isStopped.current) break;
      const outcome = await act(item).then(
        (): Outcome<T> => ({ item }),
        (error: unknown) => ({ item, failure: asFailure(error) }),
      );
      setOutcomes((before = []) => [...before, outcome]);
    }
    setBusy(false);
  };
  /** `outcomes` is undefined before the start and grows during the run. `stop` skips the remaining items. */
  return { run, outcomes, isBusy, stop };
}
