import { readFileSync } from 'node:fs';

/** Linux tells CPU time in hundredths of a second to every program, whatever its own clock. */
const TICKS_PER_SECOND = 100;

export interface ProcessUsage {
  /** User and system time since the process began. */
  cpuSeconds: number;
  /** The most memory it ever held, in MiB. */
  peakMemoryMiB: number;
}

/** What a process and its threads have used, as Linux counts it. Throws when there is no such process. */
export function usageOf(pid: number): ProcessUsage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name, in parentheses, may hold spaces; user and system time are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
    peakMemoryMiB: Number(peak) / 1024,
  };
}
