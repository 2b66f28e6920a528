import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseIdentity, reclaim } from '../control-plane/pid-files.ts';
import { identify, isRunning } from '../control-plane/process-identity.ts';
import { lastUptime } from './uptime.ts';

/** Claims `home` for this process. Returns when the last demo in it ended, if any. Throws if another demo runs in it. */
export async function claimHome(home: string): Promise<Date | undefined> {
  mkdirSync(home, { recursive: true, mode: 0o755 });
  refuseWhileRunning(home);
  writeFileSync(ownerFile(home), JSON.stringify(identify(process.pid)));
  const ended = await reclaim(join(home, 'run'));
  return ended.length > 0 ? new Date() : lastUptime(home);
}

/** Releases `home` for the next demo. */
export function releaseHome(home: string): void {
  rmSync(ownerFile(home), { force: true });
}

/** Throws an error with a message for the user if a demo runs in `home`. */
export function refuseWhileRunning(home: string): void {
  const file = ownerFile(home);
  const owner = existsSync(file) ? parseIdentity(readFileSync(file, 'utf8')) : undefined;
  if (owner && isRunning(owner)) {
    throw new Error(
      `A demo already runs in ${home} (process ${owner.pid}). Stop it, or set GPULEASE_HOME and PORT for another.`,
    );
  }
}

function ownerFile(home: string): string {
  return join(home, 'demo.pid');
}
