import { useEffect, useRef, useState } from 'react';
import { asFailure, type Failure } from '../api/failure.ts';

export interface Outcome<T> {
  readonly item: T;
  readonly failure?: Failure;
}

/** Acts on one item after the other, also after a failure, until the page is left, because nobody would see the results. */
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
  /** `outcomes`: so far; undefined before the start. `stop` skips the remaining items. */
  return { run, outcomes, isBusy, stop };
}
