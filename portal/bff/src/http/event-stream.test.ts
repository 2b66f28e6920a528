import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { EventStreams, MAX_STREAMS_PER_USER, REAUTHORIZE_MS } from './event-stream.ts';
import type { Caller } from './handler.ts';

/** A response that records written text and how it ended. */
class FakeResponse extends EventEmitter {
  text = '';
  writableEnded = false;
  destroyed = false;
  writableLength = 0;

  writeHead(): void {
    // The route's tests cover the status.
  }

  write(text: string): void {
    this.text += text;
  }

  end(): void {
    this.writableEnded = true;
    this.emit('close');
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

const caller = (id: string, sessionId = id) => ({ id, sessionId }) as Caller;

let asked: string[][];
let alive: Set<string>;
let stopping: AbortController;
let streams: EventStreams;
beforeEach(() => {
  jest.useFakeTimers();
  asked = [];
  alive = new Set(['ada', 'bob']);
  stopping = new AbortController();
  streams = new EventStreams({
    aliveSessions(sessionIds) {
      asked.push([...sessionIds]);
      return Promise.resolve(alive);
    },
    stopping: stopping.signal,
  });
});
afterEach(() => {
  stopping.abort();
  jest.useRealTimers();
});

function open(by: Caller, address = '203.0.113.7') {
  const response = new FakeResponse();
  return { response, stream: streams.open(response as unknown as Response, by, address) };
}

describe('a stream', () => {
  it('begins with a reconnect delay and one ready event', () => {
    const { response } = open(caller('ada'));
    expect(response.text).toMatch(/^retry: [2-5]\d{3}\n\ndata: \{"type":"ready"\}\n\n$/);
  });

  it('sends a named ping event', () => {
    const { response } = open(caller('ada'));
    jest.advanceTimersByTime(15_000);
    expect(response.text).toContain('event: ping\ndata: {}\n\n');
  });

  it('is closed if its client does not read', () => {
    const { response, stream } = open(caller('ada'));
    response.writableLength = 2_000_000;
    stream.send({ type: 'identity' });
    expect([response.destroyed, stream.closed.aborted]).toEqual([true, true]);
  });

  it('ends with the server', () => {
    const { response } = open(caller('ada'));
    stopping.abort();
    expect(response.writableEnded).toBe(true);
  });
});

describe('many streams', () => {
  it('are reauthorized by one query, which ends streams of ended sessions', async () => {
    const gone = open(caller('ada', 'ended'));
    const [ada, again, bob] = [open(caller('ada')), open(caller('ada')), open(caller('bob'))];
    await jest.advanceTimersByTimeAsync(REAUTHORIZE_MS);
    expect(asked).toEqual([['ended', 'ada', 'bob']]);
    expect(gone.response.writableEnded).toBe(true);
    expect([ada, again, bob].map(({ response }) => response.writableEnded)).toEqual([false, false, false]);
  });

  it('of one user are limited, until one of them ends', () => {
    const first = open(caller('ada', 'session-0'));
    for (let count = 1; count < MAX_STREAMS_PER_USER; count += 1) open(caller('ada', `session-${count}`));
    expect(() => open(caller('ada'))).toThrow('RATE_LIMITED');
    open(caller('bob'));
    first.response.end();
    open(caller('ada'));
  });

  it('of one network are limited across all users', () => {
    for (let count = 0; count < 500; count += 1) open(caller(`user-${count}`), `2001:db8::${count}`);
    expect(() => open(caller('ada'), '2001:db8::ffff')).toThrow('RATE_LIMITED');
    open(caller('ada'), '2001:db8:1::1');
  });
});
