import { conditionTypes } from '@gpulease/crds';
import { findCondition, type Informer } from '@gpulease/kube';
import type { CatalogueObject } from '../catalogue/status.ts';

/**
 * Counts in a catalogue object's status change all the time and mean nothing to a workload; `further` picks what else of it does.
 * Why the object is not ready counts, as the workload repeats it.
 */
export function onMeaningfulChange<T extends CatalogueObject>(
  informer: Pick<Informer<T>, 'onChange'>,
  react: (name: string) => void,
  further: (object: T) => unknown = () => undefined,
): void {
  const meaning = (object: T | undefined) => {
    if (object === undefined) return undefined;
    const { generation, deletionTimestamp } = object.metadata;
    const { status, reason } = findCondition(object.status?.conditions, conditionTypes.ready) ?? {};
    return JSON.stringify([generation, deletionTimestamp, status, reason, further(object)]);
  };
  informer.onChange((name, before, after) => {
    if (meaning(before) !== meaning(after)) react(name);
  });
}
