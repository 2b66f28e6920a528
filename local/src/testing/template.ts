import { cpSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

/** Parts of a stopped control plane's folder to copy: its objects, and the keys they were created with. */
const parts = ['etcd', 'pki'];
/** A record of etcd's log may end with zeros, so some are retained. */
const MARGIN = 4096;

/** Copies the stopped control plane in `template` to `home`. */
export function copyTemplate(template: string, home: string): void {
  for (const part of parts) cpSync(join(template, part), join(home, part), { recursive: true });
}

/** Frees the space that etcd preallocates for its log, 64 MB and as much for the next one, which each copy would write. */
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
