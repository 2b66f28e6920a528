import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Identity of a process, distinct from later processes with the same PID. */
export interface ProcessIdentity {
  pid: number;
  /** Start time in a platform-specific format; only for comparison. */
  startTime: string;
}

/** Returns the identity of a running process, or undefined if none has this PID. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startTime = process.platform === 'linux' ? linuxStartTime(pid) : portableStartTime(pid);
  return startTime === undefined ? undefined : { pid, startTime };
}

/** Whether exactly the process that `identity` names still runs. */
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
 * Returns the start time in a line of /proc/PID/stat, in ticks since boot, or undefined for a zombie.
 * The name in the second field may contain spaces and parentheses, so fields are counted from its last parenthesis.
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
