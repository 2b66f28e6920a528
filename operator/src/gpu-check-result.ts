/** The result of a check of a node's GPUs. */
export interface GPUCheckResult {
  at: Date;
  checked: readonly CheckedGPU[];
}

export interface CheckedGPU {
  /** The ID that the device plugin gives the GPU, if known. */
  id: string | undefined;
  /** Unknown if the check was inconclusive; undefined while it runs. */
  verdict: 'Passed' | 'Failed' | 'Unknown' | undefined;
  /** Absent if the guest has reported nothing. */
  report?: GPUReport | undefined;
}

/** What the guest of a check reports in addition to the verdict. */
export interface GPUReport {
  uuid?: string | undefined;
  serial?: string | undefined;
  /** Free text of the image; at most 200 characters on one line. */
  message?: string | undefined;
}
