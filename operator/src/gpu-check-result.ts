/** What a check of a node's GPUs has found. */
export interface GPUCheckResult {
  at: Date;
  checked: readonly CheckedGPU[];
}

export interface CheckedGPU {
  /** What the device plugin calls it, where that is told. */
  id: string | undefined;
  /** Unknown: the check itself came to nothing, which says nothing of the GPU. Absent while it goes on. */
  verdict: 'Passed' | 'Failed' | 'Unknown' | undefined;
}
