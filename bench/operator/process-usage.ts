import { readFileSync } from 'node:fs';

/** Linux reports CPU time in hundredths of a second, regardless of its internal clock. */
const TICKS_PER_SECOND = 100;

export interface ProcessUsage {
  /** User and system time since the start of the process. */
  cpuSeconds: number;
  /** Peak resident memory, in MiB. */
  peakMemoryMiB: number;
}

/** Reads the resource usage of a process and its threads on Linux. Throws if the process does not exist. */
export function usageOf(pid: number): ProcessUsage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name, in parentheses, may contain spaces; user and system time are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
    peakMemoryMiB: Number(peak) / 1024,
  };
}
