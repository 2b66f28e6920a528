import { closeSync, openSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const tickMs = 1_000;

/** Touches a file every second while the demo in `home` runs. Returns a function that touches it a last time and stops. */
export function keepUptime(home: string): () => void {
  const file = uptimeFile(home);
  closeSync(openSync(file, 'a'));
  const note = (): void => {
    const now = new Date();
    utimesSync(file, now, now);
  };
  note();
  const timer = setInterval(note, tickMs);
  return () => {
    clearInterval(timer);
    note();
  };
}

/** Returns when the last demo in `home` ended, within a second if it was killed; undefined before the first. */
export function lastUptime(home: string): Date | undefined {
  return statSync(uptimeFile(home), { throwIfNoEntry: false })?.mtime;
}

function uptimeFile(home: string): string {
  return join(home, 'last-uptime');
}
