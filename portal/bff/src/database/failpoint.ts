/**
 * Places at which a test may kill the process, to show that whatever died there is finished by the next one:
 * `GPULEASE_FAILPOINT=settlement.posted` ends the process there as SIGKILL does. Without the variable nothing happens.
 */
export function failpoint(name: string): void {
  if (process.env.GPULEASE_FAILPOINT === name) process.kill(process.pid, 'SIGKILL');
}
