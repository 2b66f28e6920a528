import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { listen } from './stream.ts';

/** A connection that a test opens, feeds and breaks. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static readonly all: FakeSource[] = [];
  readyState = 1;
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    super();
    FakeSource.all.push(this);
  }

  close(): void {
    this.readyState = FakeSource.CLOSED;
  }
}

const silent = globalThis.EventSource;
let connections: boolean[];
let stop: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  FakeSource.all.length = 0;
  connections = [];
  Object.assign(globalThis, { EventSource: FakeSource });
  stop = listen('streamEvents', {
    onEvent: () => undefined,
    onConnection: (connected) => connections.push(connected),
  });
});

afterEach(() => {
  stop();
  jest.useRealTimers();
  Object.assign(globalThis, { EventSource: silent });
});

it('reconnects when an open connection is silent for too long', () => {
  expect(FakeSource.all).toHaveLength(1);
  jest.advanceTimersByTime(44_000);
  FakeSource.all[0]?.onmessage?.({ data: '{"type":"ready"}' });
  jest.advanceTimersByTime(44_000);
  expect(FakeSource.all).toHaveLength(1);
  jest.advanceTimersByTime(2_000);
  expect(FakeSource.all[0]?.readyState).toBe(FakeSource.CLOSED);
  expect(connections).toEqual([true, false]);
  jest.advanceTimersByTime(2_000);
  expect(FakeSource.all).toHaveLength(2);
});

it('keeps a connection on which the server only pings', () => {
  for (let count = 0; count < 4; count += 1) {
    jest.advanceTimersByTime(30_000);
    FakeSource.all[0]?.dispatchEvent(new MessageEvent('ping', { data: '{}' }));
  }
  expect(FakeSource.all).toHaveLength(1);
  expect(FakeSource.all[0]?.readyState).toBe(1);
  expect(connections).toEqual([true, true, true, true]);
});

it('reconnects as soon as the network is back, without waiting for the next retry', () => {
  for (let count = 0; count < 4; count += 1) {
    const source = FakeSource.all.at(-1);
    source?.close();
    source?.onerror?.();
    jest.advanceTimersByTime(8_000);
  }
  const opened = FakeSource.all.length;
  FakeSource.all.at(-1)?.close();
  FakeSource.all.at(-1)?.onerror?.();
  window.dispatchEvent(new Event('online'));
  expect(FakeSource.all).toHaveLength(opened + 1);
  jest.advanceTimersByTime(40_000);
  expect(FakeSource.all).toHaveLength(opened + 1);
});

it('reconnects when the page is visible again after a sleep, unless the connection is alive', () => {
  document.dispatchEvent(new Event('visibilitychange'));
  expect(FakeSource.all).toHaveLength(1);
  jest.setSystemTime(Date.now() + 60_000);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(FakeSource.all).toHaveLength(2);
  expect(FakeSource.all[0]?.readyState).toBe(FakeSource.CLOSED);
});

describe('in a hidden tab', () => {
  let visibility: DocumentVisibilityState = 'visible';
  beforeEach(() => void jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility));
  afterEach(() => {
    visibility = 'visible';
    jest.restoreAllMocks();
  });

  const turn = (to: DocumentVisibilityState) => {
    visibility = to;
    document.dispatchEvent(new Event('visibilitychange'));
  };

  it('closes the connection after a while and reconnects when the tab becomes visible', () => {
    turn('hidden');
    jest.advanceTimersByTime(9_000);
    expect(FakeSource.all[0]?.readyState).toBe(1);
    jest.advanceTimersByTime(2_000);
    expect(FakeSource.all[0]?.readyState).toBe(FakeSource.CLOSED);
    jest.advanceTimersByTime(600_000);
    window.dispatchEvent(new Event('online'));
    expect(FakeSource.all).toHaveLength(1);
    turn('visible');
    expect(FakeSource.all).toHaveLength(2);
    expect(connections).toEqual([]);
  });

  it('keeps the connection if the tab is hidden only briefly', () => {
    turn('hidden');
    jest.advanceTimersByTime(5_000);
    turn('visible');
    jest.advanceTimersByTime(11_000);
    expect(FakeSource.all).toHaveLength(1);
    expect(FakeSource.all[0]?.readyState).toBe(1);
  });

  it('does not connect before the tab is first visible', () => {
    stop();
    visibility = 'hidden';
    stop = listen('streamEvents', { onEvent: () => undefined, onConnection: () => undefined });
    jest.advanceTimersByTime(60_000);
    expect(FakeSource.all).toHaveLength(1);
    turn('visible');
    expect(FakeSource.all).toHaveLength(2);
  });
});

it('does not reconnect after it is stopped', () => {
  stop();
  jest.advanceTimersByTime(120_000);
  expect(FakeSource.all).toHaveLength(1);
});
