import { describe, expect, it } from '@jest/globals';
import type { WorkloadPhase } from '@gpulease/crds';
import { SmallWorld, keyOf } from '../testing/small-world.ts';
import { requeueAt } from './reconcile.ts';

const now = new Date('2026-01-01T12:00:00Z');

describe('a phase that only a newer operator knows', () => {
  it('is left as it is, with everything that was made for the workload', async () => {
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

describe('the next look at a workload', () => {
  it.each([
    ['comes when it is due', 30_000, 30_000],
    ['comes in time, however soon that is', 1, 1],
    ['is not repeated without a pause when what is due now could not be carried out', 0, 1000],
    ['pauses as well when that has been due for long', -60_000, 1000],
  ])('%s', (_, dueInMs, afterMs) => {
    expect(requeueAt(new Date(now.getTime() + dueInMs), now)).toEqual({ afterMs });
  });
});
