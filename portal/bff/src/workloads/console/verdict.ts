/** When an open console ends. Pure. */
import type { ConsoleEnd } from '@gpulease/contract/consoles';
import type { WorkloadStatus } from '@gpulease/contract/enums';
import { HOUR_MS } from '../../clock.ts';

/** Nothing typed and nothing clicked for this long ends a console. */
export const IDLE_MS = HOUR_MS;

/** Whether a machine in this state has consoles: its start can be watched, too. */
export function hasConsole(status: WorkloadStatus): boolean {
  return status === 'STARTING' || status === 'RUNNING';
}

export interface OpenConsoleFacts {
  readonly isSessionAlive: boolean;
  /** Nobody has taken it over. */
  readonly isHeld: boolean;
  /** Undefined when the workload is gone. */
  readonly status: WorkloadStatus | undefined;
  /** Milliseconds since the user sent something. */
  readonly idleMs: number;
}

/** Why a console must end now; undefined if it may continue. */
export function endOf({ isSessionAlive, isHeld, status, idleMs }: OpenConsoleFacts): ConsoleEnd | undefined {
  if (!isSessionAlive) return 'SESSION_ENDED';
  if (status === undefined || !hasConsole(status)) return 'NOT_RUNNING';
  if (!isHeld) return 'TAKEN_OVER';
  return idleMs > IDLE_MS ? 'IDLE' : undefined;
}
