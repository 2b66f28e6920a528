import { cpSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

/** What of a stopped control plane's folder another can begin with: its objects, and the keys that they were made with. */
const parts = ['etcd', 'pki'];
/** A record of etcd's log may end with zeros. */
const MARGIN = 4096;

/** Makes a control plane in `home` begin with what one that was stopped in `template` has. */
export function copyTemplate(template: string, home: string): void {
  for (const part of parts) cpSync(join(template, part), join(home, part), { recursive: true });
}

/** Gives back what etcd has reserved for its log, 64 MB and as much again for the next one, which each copy would write. */
export function shortenLog(home: string): void {
  const folder = join(home, 'etcd/member/wal');
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name.endsWith('.tmp')) rmSync(path);
    else truncateSync(path, writtenLength(readFileSync(path)) + MARGIN);
  }
}

function writtenLength(log: Buffer): number {
  let length = log.length;
  while (length > 0 && log[length - 1] === 0) length -= 1;
  return length;
}
