import type { ConditionChange } from '@gpulease/kube';
import type { DataSource, DataVolume } from '@gpulease/kube/kubevirt';
import type { World } from '../world.ts';

/** What a disk is cloned from, if it is a clone of a DataSource that is there. */
export function sourceOf(world: World, { metadata, spec }: DataVolume): DataSource | undefined {
  if (spec.sourceRef === undefined) return undefined;
  const { name, namespace = metadata.namespace } = spec.sourceRef;
  return world.dataSources.store.get({ name, namespace });
}

/** Whether a DataSource can be cloned, in the words of CDI 1.66; `disk` is the one that it names. */
export function sourceReady({ spec: { source } }: DataSource, disk: DataVolume | undefined): ConditionChange {
  const not = (reason: string, message: string): ConditionChange => ({
    type: 'Ready',
    status: 'False',
    reason,
    message,
  });
  if (source.snapshot !== undefined) return ready;
  if (source.pvc === undefined) return not('NoSource', 'No source PVC set');
  if (disk === undefined) return not('NotFound', 'PVC not found');
  const phase = disk.status?.phase ?? '';
  return phase === 'Succeeded' ? ready : not(phase, `Import DataVolume phase ${phase}`);
}

const ready: ConditionChange = {
  type: 'Ready',
  status: 'True',
  reason: 'Ready',
  message: 'DataSource is ready to be consumed',
};
