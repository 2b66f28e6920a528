import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Refresher } from './refresher.ts';

let refreshed: string[];
let refresher: Refresher;

beforeEach(() => {
  jest.useFakeTimers();
  refreshed = [];
  refresher = new Refresher((operation) => refreshed.push(operation), 1_000);
});

afterEach(() => {
  refresher.stop();
  jest.useRealTimers();
});

it('refreshes at once after a quiet time', () => {
  refresher.add(['getBalance']);
  expect(refreshed).toEqual(['getBalance']);
});

it('refreshes once a second at most during a burst, and after its end', () => {
  for (let count = 0; count < 100; count += 1) refresher.add(['listWorkloads', 'getBalance']);
  expect(refreshed).toEqual(['listWorkloads', 'getBalance']);
  jest.advanceTimersByTime(1_000);
  expect(refreshed).toHaveLength(4);
  jest.advanceTimersByTime(10_000);
  expect(refreshed).toHaveLength(4);
});

it('does nothing more once it is stopped', () => {
  refresher.add(['getBalance']);
  refresher.add(['getBalance']);
  refresher.stop();
  jest.advanceTimersByTime(5_000);
  expect(refreshed).toEqual(['getBalance']);
});
