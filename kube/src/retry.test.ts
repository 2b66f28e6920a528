import { describe, expect, it } from '@jest/globals';
import { retry } from './retry.ts';
import { FakeClock } from './testing/fake-clock.ts';

const isTransient = (error: unknown): boolean => error instanceof Error && error.message === 'busy';

/** Returns an operation that fails with each message in turn, and then returns how often it ran. */
function failing(...messages: string[]): () => Promise<number> {
  let runs = 0;
  return () => {
    runs += 1;
    const message = messages.shift();
    return message === undefined ? Promise.resolve(runs) : Promise.reject(new Error(message));
  };
}

/** Advances the clock until `result` is settled. */
async function run<R>(clock: FakeClock, result: Promise<R>): Promise<R> {
  const settled = new AbortController();
  const done = (): void => settled.abort();
  result.then(done, done);
  while (!settled.signal.aborted) {
    await new Promise(setImmediate);
    clock.advance(10_000);
  }
  return result;
}

describe('retry', () => {
  it('repeats the operation until it succeeds', async () => {
    const clock = new FakeClock();
    expect(await run(clock, retry(failing('busy', 'busy'), { when: isTransient, clock }))).toBe(3);
  });

  it('throws an error that is not worth a retry immediately', async () => {
    await expect(retry(failing('broken'), { when: isTransient, clock: new FakeClock() })).rejects.toThrow(
      'broken',
    );
  });

  it('gives up after the last attempt', async () => {
    const clock = new FakeClock();
    const operation = failing('busy', 'busy', 'busy');
    await expect(run(clock, retry(operation, { when: isTransient, attempts: 2, clock }))).rejects.toThrow(
      'busy',
    );
    expect(await operation().catch(() => 'third')).toBe('third');
  });

  it('stops waiting when it is aborted', async () => {
    const given = new AbortController();
    const result = retry(failing('busy', 'busy'), {
      when: isTransient,
      clock: new FakeClock(),
      signal: given.signal,
    });
    given.abort();
    await expect(result).rejects.toThrow('busy');
  });
});
