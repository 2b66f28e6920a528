import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { identify, isRunning, type ProcessIdentity } from './process-identity.ts';

const suffix = '.pid';
const graceMs = 10_000;

/** Records in `folder` that the program `name` runs as `pid`, so that a later start can clean up. */
export function writePidFile(folder: string, name: string, pid: number): void {
  const identity = identify(pid);
  if (!identity) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name + suffix), JSON.stringify(identity));
}

export function removePidFile(folder: string, name: string): void {
  rmSync(join(folder, name + suffix), { force: true });
}

/** Ends the processes that an earlier start recorded in `folder` and left running. Returns their names. */
export async function reclaim(folder: string): Promise<string[]> {
  const left = readPidFiles(folder).filter(({ identity }) => isRunning(identity));
  await Promise.all(left.map(({ identity }) => end(identity)));
  rmSync(folder, { recursive: true, force: true });
  return left.map(({ name }) => name);
}

function readPidFiles(folder: string): { name: string; identity: ProcessIdentity }[] {
  return listFolder(folder)
    .filter((file) => file.endsWith(suffix))
    .flatMap((file) => {
      const identity = parseIdentity(readFileSync(join(folder, file), 'utf8'));
      return identity ? [{ name: file.slice(0, -suffix.length), identity }] : [];
    });
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Parses a pid file. Returns undefined if its write was interrupted. */
export function parseIdentity(text: string): ProcessIdentity | undefined {
  try {
    const { pid, startTime } = JSON.parse(text) as Partial<ProcessIdentity>;
    return typeof pid === 'number' && typeof startTime === 'string' ? { pid, startTime } : undefined;
  } catch {
    return undefined;
  }
}

async function end(identity: ProcessIdentity): Promise<void> {
  signal(identity, 'SIGTERM');
  const deadline = Date.now() + graceMs;
  while (isRunning(identity) && Date.now() < deadline) await delay(50);
  if (isRunning(identity)) signal(identity, 'SIGKILL');
  while (isRunning(identity)) await delay(50);
}

function signal({ pid }: ProcessIdentity, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}
