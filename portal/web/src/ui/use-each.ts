import { useEffect, useRef, useState } from 'react';
import { asFailure, type Failure } from '../api/failure.ts';

/** What came of an action on one item. */
export interface Outcome<T> {
  readonly item: T;
  /** Why it was not done. */
  readonly failure?: Failure;
}

interface RunningEach<T> {
  readonly run: (items: readonly T[], act: (item: T) => Promise<unknown>) => Promise<void>;
  /** Of those that are through; undefined before the first. */
  readonly outcomes: readonly Outcome<T>[] | undefined;
  readonly isBusy: boolean;
  /** Leaves those alone that it has not come to yet. */
  readonly stop: () => void;
}

/**
 * Acts on one item after the other, each on its own: a refusal keeps none of the others from it. It ends with the page, too:
 * nobody would see any more what it does.
 */
export function useEach<T>(): RunningEach<T> {
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
  return {
    outcomes,
    isBusy,
    stop,
    async run(items, act) {
      setBusy(true);
      setOutcomes([]);
      for (const item of items) {
        if (isStopped.current) break;
        const outcome = await act(item).then(
          () => ({ item }),
          (error: unknown) => ({ item, failure: asFailure(error) }),
        );
        setOutcomes((before = []) => [...before, outcome]);
      }
      setBusy(false);
    },
  };
}
