import type { GPUCheck } from './v1alpha1/region.ts';

/** Whether a region has its GPUs checked. */
export function wantsChecks(gpuCheck: GPUCheck | undefined): boolean {
  return (gpuCheck?.policy ?? 'Never') !== 'Never';
}
