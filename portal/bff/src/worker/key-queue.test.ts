import { describe, expect, it } from '@jest/globals';
import { createKeyQueue } from './key-queue.ts';

function aQueue(work: (key: string) => Promise<unknown>, concurrency = 4) {
  const errors: string[] = [];
  const queue = createKeyQueue({
    work: async (key) => {
      const again = await work(key);
      return typeof again === 'number' ? again : undefined;
    },
    concurrency,
    onError: (key) => errors.push(key),
  });
  return { queue, errors };
}

describe('the queue of keys', () => {
  it('works once on a key that was added several times', async () => {
    const worked: string[] = [];
    const { queue } = aQueue((key) => Promise.resolve(void worked.push(key)));
    for (const key of ['a', 'b', 'a', 'a']) queue.add(key);
    await queue.idle();
    expect(worked.sort()).toEqual(['a', 'b']);
  });

  it('works again on a key that was added while it was at work, and never on two at once', async () => {
    const gate = Promise.withResolvers<undefined>();
    const log: string[] = [];
    const { queue } = aQueue(async (key) => {
      log.push(`begin ${key}`);
      if (log.length === 1) await gate.promise;
      log.push(`end ${key}`);
    });
    queue.add('a');
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    queue.add('a');
    gate.resolve(undefined);
    await queue.idle();
    expect(log).toEqual(['begin a', 'end a', 'begin a', 'end a']);
  });

  it('works on no more keys at once than it may', async () => {
    let [now, most] = [0, 0];
    const { queue } = aQueue(async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
    }, 2);
    for (const key of ['a', 'b', 'c', 'd', 'e']) queue.add(key);
    await queue.idle();
    expect(most).toBe(2);
  });

  it('works again on a key when its work asks for it', async () => {
    let works = 0;
    const done = Promise.withResolvers<undefined>();
    const { queue, errors } = aQueue(() => {
      works += 1;
      if (works === 2) done.resolve(undefined);
      return Promise.resolve(works === 1 ? 1 : undefined);
    });
    queue.add('a');
    await done.promise;
    await queue.idle();
    expect([works, errors]).toEqual([2, []]);
  });

  it('tries a key again whose work failed', async () => {
    let tries = 0;
    const done = Promise.withResolvers<undefined>();
    const { queue, errors } = aQueue(() => {
      tries += 1;
      if (tries < 3) return Promise.reject(new Error('not yet'));
      done.resolve(undefined);
      return Promise.resolve();
    });
    queue.add('a');
    await done.promise;
    expect(errors).toEqual(['a', 'a']);
    await queue.stop();
  });
});
