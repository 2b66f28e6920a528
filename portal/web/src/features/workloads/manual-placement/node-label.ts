import type { WorkloadPlan } from '@gpulease/contract/operated-workloads';
import type { TFunction } from 'i18next';

type Choice = Pick<WorkloadPlan['nodes'][number], 'name' | 'gpuModel' | 'freeGpus' | 'gpuNumber'>;

/** The label of a node in a choice, with its free capacity. */
export function nodeLabel({ name, gpuModel, freeGpus, gpuNumber }: Choice, t: TFunction): string {
  if (gpuModel === null) return name;
  return `${name} · ${t('schedule.gpus', { model: gpuModel, free: freeGpus, total: gpuNumber })}`;
}
