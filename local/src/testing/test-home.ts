import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseIdentity, reclaim } from '../control-plane/pid-files.ts';
import { identify, isRunning } from '../control-plane/process-identity.ts';

const prefix = 'gpulease-test-';
const ownerFile = 'owner';

/** Creates a folder for servers of this process. PostgreSQL may run as another user, so others may traverse it. */
export function createTestHome(): string {
  const home = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(home, 0o711);
  writeFileSync(join(home, ownerFile), JSON.stringify(identify(process.pid)));
  return home;
}

/** Removes a folder of `createTestHome` after its servers have stopped. */
export function removeTestHome(home: string): void {
  rmSync(home, { recursive: true, force: true });
}

/** Stops the servers and removes the folders of test processes that ended without doing so. */
export async function removeAbandonedTestHomes(): Promise<void> {
  const homes = readdirSync(tmpdir())
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(tmpdir(), name));
  for (const home of homes.filter(isAbandoned)) {
    await reclaim(join(home, 'run'));
    removeTestHome(home);
  }
}

function isAbandoned(home: string): boolean {
  try {
    const owner = parseIdentity(readFileSync(join(home, ownerFile), 'utf8'));
    return owner !== undefined && !isRunning(owner);
  } catch {
    return false;
  }
}
