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

it('reconnects when an open connection has been silent for too long', () => {
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

it('reconnects as soon as the network is back, without waiting for the next attempt', () => {
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

describe('in a tab that follows', () => {
  const channels: { onmessage: ((message: { data: unknown }) => void) | null }[] = [];
  const usual = globalThis.BroadcastChannel;
  const pass = () => channels.at(-1)?.onmessage?.({ data: { kind: 'connection', connected: true } });

  class FakeChannel {
    onmessage = null;
    constructor() {
      channels.push(this);
    }
    close(): void {
      this.onmessage = null;
    }
  }

  /** The browser's locks: another tab leads until the lock is stolen from it. */
  const locks = {
    take: (): void => undefined,
    async request(_: string, { signal, steal }: LockOptions, hold: () => Promise<void>): Promise<void> {
      const taken = new Promise<void>((_resolve, reject) => {
        const abort = () => reject(new DOMException('', 'AbortError'));
        signal?.addEventListener('abort', abort);
        locks.take = abort;
      });
      await (steal ? Promise.race([hold(), taken]) : taken);
    },
  };
  /** Waits for the promises of the locks. */
  const settle = () => jest.advanceTimersByTimeAsync(0);

  beforeEach(() => {
    stop();
    FakeSource.all.length = 0;
    Object.assign(globalThis, { BroadcastChannel: FakeChannel });
    Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
    stop = listen('streamEvents', {
      onEvent: () => undefined,
      onConnection: (connected) => connections.push(connected),
    });
  });
  afterEach(() => {
    Object.assign(globalThis, { BroadcastChannel: usual });
    Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
  });

  it('takes the lead when the leading tab has passed on nothing for too long', async () => {
    jest.advanceTimersByTime(44_000);
    pass();
    await jest.advanceTimersByTimeAsync(44_000);
    expect(connections).toEqual([true]);
    expect(FakeSource.all).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(connections).toEqual([true, false]);
    expect(FakeSource.all).toHaveLength(1);
  });

  it('takes the lead at once when the page is visible again after a sleep', async () => {
    jest.setSystemTime(Date.now() + 60_000);
    document.dispatchEvent(new Event('visibilitychange'));
    await settle();
    expect(connections).toEqual([false]);
    expect(FakeSource.all).toHaveLength(1);
  });

  it('closes its connection and follows again when the lead is taken from it', async () => {
    await jest.advanceTimersByTimeAsync(46_000);
    locks.take();
    await settle();
    expect(FakeSource.all[0]?.readyState).toBe(FakeSource.CLOSED);
    pass();
    expect(connections).toEqual([false, true]);
    await jest.advanceTimersByTimeAsync(44_000);
    expect(FakeSource.all).toHaveLength(1);
  });
});

it('opens no connection after it was stopped', () => {
  stop();
  jest.advanceTimersByTime(120_000);
  expect(FakeSource.all).toHaveLength(1);
});
