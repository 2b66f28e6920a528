import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { folderNow, newestIn, removeOld } from './rotation.ts';

let parent: string;
const at = (day: number) => folderNow(parent, new Date(Date.UTC(2026, 10, day, 3, 17, 0, 123)));
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'gpulease-rotation-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

function makeFolders(finished: readonly number[], unfinished: readonly number[]): void {
  for (const day of [...finished, ...unfinished]) mkdirSync(at(day));
  for (const day of finished) writeFileSync(join(at(day), 'manifest.json'), '{}');
  mkdirSync(join(parent, 'lost+found'));
}

it('keeps the newest finished backups and unrelated folders', async () => {
  makeFolders([1, 2, 4], [3]);
  expect(await removeOld(parent, 2)).toEqual(['2026-11-01T031700Z', '2026-11-03T031700Z']);
  expect(readdirSync(parent).toSorted()).toEqual(['2026-11-02T031700Z', '2026-11-04T031700Z', 'lost+found']);
});

it('finds the newest finished backup', async () => {
  makeFolders([1, 2], [3]);
  expect(await newestIn(parent)).toBe(at(2));
});

it('throws if there is no finished backup', async () => {
  makeFolders([], [1]);
  await expect(newestIn(parent)).rejects.toThrow('has no finished backup');
});
