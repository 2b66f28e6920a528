/** `make demo`: starts GPULease with everything it needs on this machine, and stops it all on Ctrl-C. */
import { Supervisor } from '../control-plane/supervisor.ts';
import { describe, publishFacts, withdrawFacts } from './facts.ts';
import { claimHome, releaseHome } from './home.ts';
import { readSettings, type Settings } from './settings.ts';
import { startDemo } from './start.ts';
import { keepUptime } from './uptime.ts';

const print = (line: string): void => console.log(line);

try {
  process.exitCode = await run(readSettings(process.env));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
// Unfinished work, such as a build interrupted by Ctrl-C, must not block the terminal.
process.exit();

async function run(settings: Settings): Promise<number> {
  const { home } = settings;
  const asked = stopSignal();
  const lastRanUntil = await claimHome(home);
  const endUptime = keepUptime(home);
  const supervisor = new Supervisor({ home, onUnexpectedExit: printExit });
  print(`Starting GPULease. Data and logs are in ${home}`);
  try {
    const started = await Promise.race([startDemo({ settings, supervisor, print, lastRanUntil }), asked]);
    if (started === 'stop') return 0;
    publishFacts(home, started.facts);
    print(describe(started.facts, started.inviteCode));
    await asked;
    return 0;
  } finally {
    print('\nStopping');
    withdrawFacts(home);
    await supervisor.stopAll();
    endUptime();
    releaseHome(home);
  }
}

/** Resolves at the first SIGINT, SIGTERM or SIGHUP. Later signals are ignored. */
function stopSignal(): Promise<'stop'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve('stop'));
  });
}

function printExit(name: string, how: string, restartsInMs: number | undefined): void {
  const next = restartsInMs === undefined ? 'It stays down' : `It restarts in ${restartsInMs / 1000} s`;
  print(`  ${name} ended unexpectedly (${how}). ${next}.`);
}
