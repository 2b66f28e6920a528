/**
 * Kills the process at a named point, so that tests can prove that the next process finishes the interrupted work:
 * `GPULEASE_FAILPOINT=settlement.posted` sends SIGKILL there. Does nothing without the variable.
 */
export function failpoint(name: string): void {
  if (process.env.GPULEASE_FAILPOINT === name) process.kill(process.pid, 'SIGKILL');
}
