import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { folderNow, removeOld } from './rotation.ts';

it('keeps the newest backups that came to their end, and what is none of them', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'gpulease-rotation-'));
  const at = (day: number) => folderNow(parent, new Date(Date.UTC(2026, 10, day, 3, 17, 0, 123)));
  for (const day of [1, 2, 3, 4]) mkdirSync(at(day));
  for (const day of [1, 2, 4]) writeFileSync(join(at(day), 'manifest.json'), '{}');
  mkdirSync(join(parent, 'lost+found'));
  expect(await removeOld(parent, 2)).toEqual(['2026-11-01T031700Z', '2026-11-03T031700Z']);
  expect(readdirSync(parent).toSorted()).toEqual(['2026-11-02T031700Z', '2026-11-04T031700Z', 'lost+found']);
  rmSync(parent, { recursive: true });
});
