import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { repository } from './demo.ts';

const dist = join(repository, 'portal/web/dist');

export interface ShellSize {
  /** Bytes after gzip. */
  scripts: number;
  styles: number;
}

/** What a browser loads before it shows the first page: all that the built index.html names. */
export function measureShell(): ShellSize {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const files = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, file]) => file ?? '');
  const sizeOf = (suffix: string): number =>
    files
      .filter((file) => file.endsWith(suffix))
      .reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0);
  return { scripts: sizeOf('.js'), styles: sizeOf('.css') };
}
