import { describe, expect, it } from '@jest/globals';
import type { WorkloadPhase } from '@gpulease/crds';
import { SmallWorld, keyOf } from '../testing/small-world.ts';
import { requeueAt } from './reconcile.ts';

const now = new Date('2026-01-01T12:00:00Z');

describe('a phase that only a newer operator knows', () => {
  it('is left unchanged, with all objects of the workload', async () => {
    const world = new SmallWorld({ n1: 2 });
    world.create('a', {});
    world.fund('a', { status: 'True', reason: 'OrderAccepted' });
    await world.settle();
    const started = world.workloads.get(keyOf('a'))!;
    expect(started.status?.phase).toBe('Starting');
    const phase = 'Migrating' as WorkloadPhase;
    const moving = { ...started, status: { ...started.status, phase } };
    world.workloads.set(keyOf('a'), moving);
    world.change('a', { powerState: 'Stopped' });
    await world.settle();
    expect(world.workloads.get(keyOf('a'))?.status).toEqual(moving.status);
  });
});

describe('the next reconcile of a workload', () => {
  it.each([
    ['happens when it is due', 30_000, 30_000],
    ['happens on time, however soon that is', 1, 1],
    ['pauses if work that is due now could not be done', 0, 1000],
    ['pauses if that work is long overdue', -60_000, 1000],
  ])('%s', (_, dueInMs, afterMs) => {
    expect(requeueAt(new Date(now.getTime() + dueInMs), now)).toEqual({ afterMs });
  });
});
