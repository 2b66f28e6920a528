import { beforeEach, expect, it } from '@jest/globals';
import { ChunkFailure, loadChunk, reloadOnce } from './chunks.ts';

let reloads = 0;
const at = (now: number, isUp = true) =>
  reloadOnce({ now, isReachable: () => Promise.resolve(isUp), reload: () => (reloads += 1) });

beforeEach(() => {
  sessionStorage.clear();
  reloads = 0;
});

it('distinguishes code that failed to load from other errors', async () => {
  await expect(loadChunk(() => Promise.reject(new TypeError('gone')))).rejects.toThrow(ChunkFailure);
  expect(await loadChunk(() => Promise.resolve(1))).toBe(1);
});

it('reloads once, and not again for a while if that did not help', async () => {
  expect(await at(1_000_000)).toBe(true);
  expect(await at(1_005_000)).toBe(false);
  expect(reloads).toBe(1);
  expect(await at(1_100_000)).toBe(true);
});

it('does not reload while the server is unreachable', async () => {
  expect(await at(1_000_000, false)).toBe(false);
  expect(reloads).toBe(0);
});
