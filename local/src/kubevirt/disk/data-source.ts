import type { ConditionChange } from '@gpulease/kube';
import type { DataSource, DataVolume } from '@gpulease/kube/kubevirt';
import { notReady } from '../conditions.ts';
import type { World } from '../world.ts';

/** Returns the DataSource that a disk is cloned from, if it exists. */
export function sourceOf(world: World, { metadata, spec }: DataVolume): DataSource | undefined {
  if (spec.sourceRef === undefined) return undefined;
  const { name, namespace = metadata.namespace } = spec.sourceRef;
  return world.dataSources.store.get({ name, namespace });
}

/** Returns the Ready condition of a DataSource in the words of CDI 1.66; `disk` is the one that it names. */
export function sourceReady({ spec: { source } }: DataSource, disk: DataVolume | undefined): ConditionChange {
  if (source.snapshot !== undefined) return ready;
  if (source.pvc === undefined) return notReady('NoSource', 'No source PVC set');
  if (disk === undefined) return notReady('NotFound', 'PVC not found');
  const phase = disk.status?.phase ?? '';
  return phase === 'Succeeded' ? ready : notReady(phase, `Import DataVolume phase ${phase}`);
}

const ready: ConditionChange = {
  type: 'Ready',
  status: 'True',
  reason: 'Ready',
  message: 'DataSource is ready to be consumed',
};
