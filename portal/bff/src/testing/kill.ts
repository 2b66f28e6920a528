import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Kills processes and waits for their end; some may have ended already. */
export async function killAll(processes: readonly ChildProcess[]): Promise<void> {
  const running = processes.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  await Promise.all(running.map((process) => (process.kill('SIGKILL'), once(process, 'exit'))));
}
