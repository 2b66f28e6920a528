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
  /** Absent where the guest has reported nothing. */
  report?: GPUReport | undefined;
}

/** What the guest of a check has reported besides the verdict. */
export interface GPUReport {
  uuid?: string | undefined;
  serial?: string | undefined;
  /** In the words of the image; at most 200 characters on one line. */
  message?: string | undefined;
}
