import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseIdentity } from './pid-files.ts';
import { identify, isRunning } from './process-identity.ts';

const pollMs = 500;

/** Runs `work` while holding the lock at `path`, one process at a time. Takes over the lock of a process that died. */
export async function withFileLock<T>(
  path: string,
  work: () => Promise<T>,
  report: (line: string) => void,
): Promise<T> {
  mkdirSync(dirname(path), { recursive: true });
  if (!tryLock(path)) {
    report(`Waiting for another process that works on ${path}`);
    while (!tryLock(path)) await delay(pollMs);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function tryLock(path: string): boolean {
  try {
    writeFileSync(path, JSON.stringify(identify(process.pid)), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    removeIfAbandoned(path);
    return false;
  }
}

function removeIfAbandoned(path: string): void {
  const holder = readHolder(path);
  if (holder && !isRunning(holder)) rmSync(path, { force: true });
}

function readHolder(path: string): ReturnType<typeof parseIdentity> {
  try {
    return parseIdentity(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
