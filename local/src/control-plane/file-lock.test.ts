import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withFileLock } from './file-lock.ts';

let folder: string;
let lock: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gpulease-lock-'));
  lock = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('lets only one holder work at a time', async () => {
  const events: string[] = [];
  const work = (name: string) => async (): Promise<void> => {
    events.push(`${name} begins`);
    await Promise.resolve();
    events.push(`${name} ends`);
  };
  await Promise.all([
    withFileLock(lock, work('first'), () => undefined),
    withFileLock(lock, work('second'), () => undefined),
  ]);
  expect(events).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

it('takes over the lock of a process that died', async () => {
  writeFileSync(lock, JSON.stringify({ pid: 1, startTime: 'before the last boot' }));
  expect(
    await withFileLock(
      lock,
      () => Promise.resolve('done'),
      () => undefined,
    ),
  ).toBe('done');
});

it('releases the lock after a failure', async () => {
  const failure = withFileLock(
    lock,
    () => Promise.reject(new Error('no')),
    () => undefined,
  );
  await expect(failure).rejects.toThrow('no');
  expect(
    await withFileLock(
      lock,
      () => Promise.resolve('done'),
      () => undefined,
    ),
  ).toBe('done');
});
