import { expect, it, jest } from '@jest/globals';
import type { MeasuredMachine } from './queries.ts';
import { keyOf, StepCache } from './step-cache.ts';

const machinesIn = (namespace: string, count: number): MeasuredMachine[] =>
  Array.from({ length: count }, (_, index) => ({ namespace, name: `machine-${index}`, cpus: 1, gpus: 1 }));

function aCache(byNamespace: boolean) {
  const read = jest.fn((machines: readonly MeasuredMachine[]) =>
    Promise.resolve(new Map(machines.map((machine) => [keyOf(machine), machine.name]))),
  );
  const clock = { now: () => new Date(60_000) };
  const log = { warn: jest.fn() } as never;
  const cache = new StepCache<string>({ clock, log, stepMs: 30_000, byNamespace, read });
  return { cache, asked: () => read.mock.calls.map(([machines]) => machines.length) };
}

it('reads a hundred machines per query, and each once per step', async () => {
  const { cache, asked } = aCache(false);
  const machines = machinesIn('tenant', 101);
  expect((await cache.read(machines)).size).toBe(101);
  await cache.read(machines);
  expect(asked()).toEqual([100, 1]);
});

it('reads all machines of a namespace in one query if their names do not fit', async () => {
  const { cache, asked } = aCache(true);
  const machines = [...machinesIn('few', 100), ...machinesIn('many', 10_000), ...machinesIn('other', 1)];
  expect((await cache.read(machines)).size).toBe(10_101);
  expect(asked()).toEqual([10_000, 100, 1]);
});
