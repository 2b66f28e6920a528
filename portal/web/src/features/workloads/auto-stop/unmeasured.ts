import type { idleFaults } from '@gpulease/contract/enums';
import { useConfig } from '../../../api/config.ts';

/** What decides whether a machine's GPUs are measured. */
export interface Measured {
  readonly hasGpu: boolean;
  /** Its image has an exporter; undefined while none is chosen. */
  readonly isMeasured: boolean | undefined;
}

/** Why a machine could not be stopped when idle; undefined where it can, or while that is not known. */
export function useUnmeasured({
  hasGpu,
  isMeasured,
}: Measured): Exclude<(typeof idleFaults)[number], 'NO_MEASURES'> | undefined {
  const { measuresGpus } = useConfig();
  if (!hasGpu) return 'NO_GPU';
  if (!measuresGpus) return 'NO_METRICS';
  return isMeasured === false ? 'NO_EXPORTER' : undefined;
}
