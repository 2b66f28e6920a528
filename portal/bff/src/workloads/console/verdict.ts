/** When an open console ends. Pure. */
import type { ConsoleEnd } from '@gpulease/contract/consoles';
import type { WorkloadStatus } from '@gpulease/contract/enums';
import { HOUR_MS } from '../../clock.ts';

/** A console ends after this long without input. */
export const IDLE_MS = HOUR_MS;

/** Whether a machine in this state has consoles: its start can be watched, too. */
export function hasConsole(status: WorkloadStatus): boolean {
  return status === 'STARTING' || status === 'RUNNING';
}

export interface OpenConsoleFacts {
  readonly isSessionAlive: boolean;
  /** False after a takeover. */
  readonly isHeld: boolean;
  /** Undefined if the workload is gone. */
  readonly status: WorkloadStatus | undefined;
  /** Milliseconds since the user sent something. */
  readonly idleMs: number;
}

/** Returns why a console must end now; undefined if it may continue. */
export function endOf({ isSessionAlive, isHeld, status, idleMs }: OpenConsoleFacts): ConsoleEnd | undefined {
  if (!isSessionAlive) return 'SESSION_ENDED';
  if (status === undefined || !hasConsole(status)) return 'NOT_RUNNING';
  if (!isHeld) return 'TAKEN_OVER';
  return idleMs > IDLE_MS ? 'IDLE' : undefined;
}
