/** Rotation of a folder of backups that are named after their time. */
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MANIFEST } from './manifest.ts';

const named = /^\d{4}-\d{2}-\d{2}T\d{6}Z$/;

/** Returns the folder of a backup that begins now. */
export function folderNow(parent: string, now: Date): string {
  return join(parent, now.toISOString().replace(/:|\.\d+/g, ''));
}

/** Removes all but the newest `keep` finished backups. Returns the removed names. */
export async function removeOld(parent: string, keep: number): Promise<string[]> {
  const names = await namesIn(parent);
  const kept = finishedOf(parent, names).slice(-keep);
  const removed = names.filter((name) => !kept.includes(name));
  for (const name of removed) await rm(join(parent, name), { recursive: true });
  return removed;
}

/** Returns the folder of the newest finished backup. Throws if there is none. */
export async function newestIn(parent: string): Promise<string> {
  const newest = finishedOf(parent, await namesIn(parent)).at(-1);
  if (newest === undefined) throw new Error(`${parent} has no finished backup.`);
  return join(parent, newest);
}

/** Returns the names of all backups, oldest first. */
async function namesIn(parent: string): Promise<string[]> {
  return (await readdir(parent)).filter((name) => named.test(name)).toSorted();
}

function finishedOf(parent: string, names: readonly string[]): string[] {
  return names.filter((name) => existsSync(join(parent, name, MANIFEST)));
}
