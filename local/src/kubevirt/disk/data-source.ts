import type { ConditionChange } from '@gpulease/kube';
import type { DataSource, DataVolume } from '@gpulease/kube/kubevirt';

/** Whether a DataSource can be cloned; `disk` is the one that it names. */
export function sourceReady({ spec: { source } }: DataSource, disk: DataVolume | undefined): ConditionChange {
  const not = (reason: string, message: string): ConditionChange => ({
    type: 'Ready',
    status: 'False',
    reason,
    message,
  });
  if (source.snapshot !== undefined) return ready;
  if (source.pvc === undefined) return not('NoSource', 'No source PVC or snapshot is named');
  if (disk === undefined) return not('NotFound', `PVC ${source.pvc.name} is not found`);
  const phase = disk.status?.phase ?? 'Pending';
  return phase === 'Succeeded' ? ready : not(phase, `Import DataVolume is in phase ${phase}`);
}

const ready: ConditionChange = {
  type: 'Ready',
  status: 'True',
  reason: 'Ready',
  message: 'DataSource is ready to be consumed',
};
