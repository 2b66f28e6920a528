import { describe, expect, it } from '@jest/globals';
import { Controller, type Reconcile } from './controller.ts';
import { FakeClock } from '@gpulease/kube/testing';
import { pino } from 'pino';
import { silentLogger } from './logger.ts';
import { createMetrics } from './metrics.ts';

function aController(reconcile: Reconcile, keys: () => string[] = () => []) {
  const clock = new FakeClock();
  const metrics = createMetrics();
  const controller = new Controller({
    name: 'test',
    workers: 2,
    reconcile,
    keys,
    clock,
    logger: silentLogger,
    metrics: metrics.forController('test', clock),
    isConflict: (error) => error instanceof Error && error.message === 'conflict',
  });
  return { clock, metrics, controller };
}

/** Runs everything that is ready to run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('Controller', () => {
  it('retries a failed key after a delay', async () => {
    let runs = 0;
    const { clock, controller, metrics } = aController(() => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error('refused')) : Promise.resolve(undefined);
    });
    controller.start();
    controller.queue.add('a');
    await settle();
    expect(runs).toBe(1);
    clock.advance(10);
    await settle();
    expect(runs).toBe(2);
    const text = await metrics.registry.metrics();
    expect(text).toContain('controller_runtime_reconcile_total{controller="test",result="error"} 1');
    expect(text).toContain('controller_runtime_reconcile_total{controller="test",result="success"} 1');
    await controller.stop();
  });

  it('logs the request ID in each line if there is one', async () => {
    const lines: string[] = [];
    const clock = new FakeClock();
    const controller = new Controller({
      ...{ name: 'test', workers: 2, keys: () => ['asked', 'unasked'], clock },
      requestOf: (key) => (key === 'asked' ? 'r-1' : undefined),
      reconcile: (_, { logger }) => {
        logger.info('Says something');
        return Promise.reject(new Error('refused'));
      },
      logger: pino({}, { write: (line: string) => void lines.push(line) }),
      metrics: createMetrics().forController('test', clock),
    });
    controller.start();
    await settle();
    await controller.stop();
    const said = lines.map((line) => JSON.parse(line) as { key: string; request_id?: string });
    expect(said.map(({ key, request_id: id }) => [key, id]).sort()).toEqual([
      ['asked', 'r-1'],
      ['asked', 'r-1'],
      ['unasked', undefined],
      ['unasked', undefined],
    ]);
  });

  it('starts with the existing keys, not with those that disappeared while it stood by', async () => {
    const seen: string[] = [];
    const { controller } = aController(
      (key) => {
        seen.push(key);
        return Promise.resolve(undefined);
      },
      () => ['there'],
    );
    for (const key of ['gone', 'there']) controller.queue.add(key);
    controller.queue.addAfter('gone, too', 1);
    expect(controller.queue.length).toBe(0);
    controller.start();
    await controller.stop();
    expect(seen).toEqual(['there']);
  });

  it('reconciles every key again within about ten hours, each at a different time', async () => {
    const seen: string[] = [];
    const { clock, controller } = aController(
      (key) => {
        seen.push(key);
        return Promise.resolve(undefined);
      },
      () => ['a', 'b'],
    );
    controller.start();
    await settle();
    expect(seen.splice(0)).toEqual(['a', 'b']);
    clock.advance(8.9 * 3_600_000);
    await settle();
    expect(seen).toEqual([]);
    clock.advance(2.3 * 3_600_000);
    await settle();
    expect(seen.sort()).toEqual(['a', 'b']);
    await controller.stop();
    expect(clock.pending).toBe(0);
  });

  it('lets timers run even with many keys in the queue', async () => {
    let runs = 0;
    const keys = Array.from({ length: 10_000 }, (_, key) => String(key));
    const { controller } = aController(
      () => {
        runs += 1;
        return Promise.resolve(undefined);
      },
      () => keys,
    );
    controller.start();
    await settle();
    expect(runs).toBeLessThan(10_000);
    await controller.stop();
  });

  it('reports work in progress and does not count a conflict as an error', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { clock, controller, metrics } = aController(async (key) => {
      if (key === 'raced') throw new Error('conflict');
      await promise;
      return undefined;
    });
    controller.start();
    for (const key of ['slow', 'raced']) controller.queue.add(key);
    await settle();
    clock.advance(3);
    const text = await metrics.registry.metrics();
    expect(text).toContain('workqueue_unfinished_work_seconds{name="test"} 0.003');
    expect(text).toContain('workqueue_longest_running_processor_seconds{name="test"} 0.003');
    expect(text).toContain('controller_runtime_reconcile_total{controller="test",result="requeue"} 1');
    expect(text).toContain('controller_runtime_reconcile_errors_total{controller="test"} 0');
    resolve(undefined);
    await controller.stop();
  });

  it('requeues a key when the reconcile requests it', async () => {
    let runs = 0;
    const { clock, controller } = aController(() => {
      runs += 1;
      return Promise.resolve(runs === 1 ? { afterMs: 5000 } : undefined);
    });
    controller.start();
    controller.queue.add('a');
    await settle();
    clock.advance(5000);
    await settle();
    expect(runs).toBe(2);
    await controller.stop();
  });

  it('reconciles several keys concurrently, but never the same key twice at a time', async () => {
    const running = new Map<string, number>();
    let together = 0;
    const { controller } = aController(async (key) => {
      running.set(key, (running.get(key) ?? 0) + 1);
      together = Math.max(together, [...running.values()].filter((count) => count > 0).length);
      expect(running.get(key)).toBe(1);
      await settle();
      running.set(key, 0);
      return undefined;
    });
    controller.start();
    for (const key of ['a', 'b', 'a', 'b']) controller.queue.add(key);
    await settle();
    controller.queue.add('a');
    await controller.stop();
    expect(together).toBe(2);
  });

  it('finishes running work before it stops', async () => {
    let finished = false;
    const { controller } = aController(async () => {
      await settle();
      finished = true;
      return undefined;
    });
    controller.start();
    controller.queue.add('a');
    await Promise.resolve();
    await controller.stop();
    expect(finished).toBe(true);
  });
});
