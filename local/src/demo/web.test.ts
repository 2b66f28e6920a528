import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isStale } from './web.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gpulease-web-'));
  mkdirSync(join(folder, 'src/pages'), { recursive: true });
  writeAt('src/pages/home.tsx', 100);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writeAt(path: string, seconds: number): void {
  writeFileSync(join(folder, path), '');
  utimesSync(join(folder, path), seconds, seconds);
}

function stale(): boolean {
  return isStale(join(folder, 'index.html'), [join(folder, 'src'), join(folder, 'missing.ts')]);
}

it('builds if no build exists', () => {
  expect(stale()).toBe(true);
});

it('does not rebuild while no source is newer', () => {
  writeAt('index.html', 200);
  expect(stale()).toBe(false);
});

it('rebuilds when a source in a nested folder is newer', () => {
  writeAt('index.html', 50);
  expect(stale()).toBe(true);
});
