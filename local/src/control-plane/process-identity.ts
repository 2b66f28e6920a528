import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Identifies a process, even if a later one gets the same number. */
export interface ProcessIdentity {
  pid: number;
  /** When it started, in whatever form this system tells it. Only good for comparing. */
  startTime: string;
}

/** The identity of a running process, or undefined when none has that number. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startTime = process.platform === 'linux' ? linuxStartTime(pid) : portableStartTime(pid);
  return startTime === undefined ? undefined : { pid, startTime };
}

/** Whether the very process that `identity` names still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.startTime === identity.startTime;
}

function linuxStartTime(pid: number): string | undefined {
  try {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const ticks = startTicks(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return ticks === undefined ? undefined : `${bootId}/${ticks}`;
  } catch {
    return undefined;
  }
}

/**
 * The start time in a line of /proc/PID/stat, in ticks since boot; undefined for a zombie, which runs no more.
 * The name in the second field may hold spaces and parentheses, so fields are counted from its last parenthesis.
 */
export function startTicks(stat: string): string | undefined {
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' ? undefined : fields[18];
}

function portableStartTime(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}
