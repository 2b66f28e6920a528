import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Refresher } from './refresher.ts';

let refreshed: string[];
let refresher: Refresher;

beforeEach(() => {
  jest.useFakeTimers();
  refreshed = [];
  refresher = new Refresher((operation) => {
    refreshed.push(operation);
    return Promise.resolve();
  }, 1_000);
});

afterEach(() => {
  refresher.stop();
  jest.useRealTimers();
});

it('refreshes immediately after a quiet period', () => {
  refresher.add(['getBalance']);
  expect(refreshed).toEqual(['getBalance']);
});

it('refreshes at most once a second during a burst, and once after it', async () => {
  for (let count = 0; count < 100; count += 1) refresher.add(['listWorkloads', 'getBalance']);
  expect(refreshed).toEqual(['listWorkloads', 'getBalance']);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(refreshed).toHaveLength(4);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(refreshed).toHaveLength(4);
});

it('refreshes nothing after it is stopped', () => {
  refresher.add(['getBalance']);
  refresher.add(['getBalance']);
  refresher.stop();
  jest.advanceTimersByTime(5_000);
  expect(refreshed).toEqual(['getBalance']);
});

it('waits for a slow answer during a steady stream of events, then refreshes', async () => {
  let answer: (() => void) | undefined;
  refresher = new Refresher((operation) => {
    refreshed.push(operation);
    return new Promise<undefined>((resolve) => {
      answer = () => resolve(undefined);
    });
  }, 1_000);
  for (let second = 0; second < 5; second += 1) {
    refresher.add(['listWorkloads']);
    await jest.advanceTimersByTimeAsync(1_000);
  }
  expect(refreshed).toEqual(['listWorkloads']);
  answer?.();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(refreshed).toEqual(['listWorkloads', 'listWorkloads']);
});
