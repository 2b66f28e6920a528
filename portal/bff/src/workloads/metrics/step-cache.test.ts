import { expect, it, jest } from '@jest/globals';
import type { MeasuredMachine } from './queries.ts';
import { keyOf, StepCache } from './step-cache.ts';

it('reads a hundred machines in a query, and each once in a step', async () => {
  const read = jest.fn((machines: readonly MeasuredMachine[]) =>
    Promise.resolve(new Map(machines.map((machine) => [keyOf(machine), machine.name]))),
  );
  const clock = { now: () => new Date(60_000) };
  const cache = new StepCache<string>({ clock, log: { warn: jest.fn() } as never, stepMs: 30_000, read });
  const machines = Array.from({ length: 101 }, (_, index) => ({
    ...{ namespace: 'tenant', cpus: 1, gpus: 1 },
    name: `machine-${index}`,
  }));
  expect((await cache.read(machines)).size).toBe(101);
  await cache.read(machines);
  expect(read.mock.calls.map(([asked]) => asked.length)).toEqual([100, 1]);
});
