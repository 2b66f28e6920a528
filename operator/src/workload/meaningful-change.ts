import { conditionTypes } from '@gpulease/crds';
import { findCondition, type Informer } from '@gpulease/kube';
import type { CatalogueObject } from '../catalogue/status.ts';

/**
 * Reacts to changes of a catalogue object that matter to workloads; the counts in its status change constantly and do not. The reason
 * why it is not ready matters, because workloads repeat it. `further` selects other fields that matter.
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
