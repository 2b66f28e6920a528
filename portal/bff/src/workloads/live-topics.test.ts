import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@gpulease/kube/testing';
import { createLogger } from '../http/logger.ts';
import { LiveTopics } from './live-topics.ts';

const silent = { log: createLogger('silent') };
let topics: LiveTopics;
let stopping: AbortController;
/** Sends that have begun and not ended, by name. */
let atWork: Map<string, () => void>;
let begun: string[];
beforeEach(() => {
  stopping = new AbortController();
  topics = new LiveTopics({ ...silent, stopping: stopping.signal });
  atWork = new Map();
  begun = [];
});

/** Returns a send that lasts until the test ends it. */
const lasting = (name: string) => () =>
  new Promise<void>((resolve) => {
    begun.push(name);
    atWork.set(name, resolve);
  });

const untilBegun = (...names: string[]) => eventually(() => expect(begun).toEqual(names));

describe('live events', () => {
  it('of one topic are sent one at a time; of several waiting ones the last is sent', async () => {
    topics.send('machine', lasting('first'));
    await untilBegun('first');
    topics.send('machine', lasting('second'));
    topics.send('machine', lasting('third'));
    topics.send('other', lasting('of another topic'));
    await untilBegun('first', 'of another topic');
    atWork.get('first')?.();
    await untilBegun('first', 'of another topic', 'third');
  });

  it('are sent with limited concurrency, and all of them eventually', async () => {
    let most = 0;
    let now = 0;
    let done = 0;
    for (let topic = 0; topic < 100; topic += 1) {
      topics.send(`machine-${topic}`, async () => {
        most = Math.max(most, (now += 1));
        await new Promise((resolve) => setImmediate(resolve));
        now -= 1;
        done += 1;
      });
    }
    await eventually(() => expect(done).toBe(100));
    expect(most).toBeLessThanOrEqual(4);
  });

  it('continue after one that fails', async () => {
    topics.send('machine', () => Promise.reject(new Error('The database is away')));
    topics.send('marker', lasting('marker'));
    await untilBegun('marker');
    topics.send('machine', lasting('next'));
    await untilBegun('marker', 'next');
  });

  it('stop when the server stops', async () => {
    topics.send('machine', lasting('first'));
    await untilBegun('first');
    stopping.abort();
    topics.send('machine', lasting('second'));
    atWork.get('first')?.();
    topics.send('other', lasting('other'));
    const ofAnotherServer = new LiveTopics({ ...silent, stopping: new AbortController().signal });
    ofAnotherServer.send('marker', lasting('marker'));
    await untilBegun('first', 'marker');
  });
});
