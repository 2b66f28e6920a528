import { describe, expect, it } from '@jest/globals';
import { filledAt, useAt, usedSeconds, workOf } from './load.ts';

const machines = Array.from({ length: 60 }, (_, index) => `tenant/machine-${index}`);
const moments = Array.from({ length: 500 }, (_, index) => index * 37);

describe('the work of simulated machines', () => {
  it('stays the same for a machine', () => {
    expect(workOf('tenant/machine-1')).toEqual(workOf('tenant/machine-1'));
  });

  it.each([
    ['Training', 0.88],
    ['Inference', 0.62],
    ['Idle', 0.01],
  ])('is %s if requested', (asked, gpuMemory) => {
    expect(machines.map((machine) => workOf(machine, asked).gpuMemory)).toEqual(
      machines.map(() => gpuMemory),
    );
  });

  it.each([
    ['inference-0a1b2c3d', 0.62],
    ['finetune-0a1b2c3d', 0.88],
  ])('follows from the name %s', (name, gpuMemory) => {
    const customers = Array.from({ length: 20 }, (_, index) => `u-${index}/${name}`);
    expect(new Set(customers.map((key) => workOf(key).gpuMemory))).toEqual(new Set([gpuMemory]));
  });

  it('is a mix of training, inference and idling, as in a real fleet', () => {
    const full = new Set(machines.map((machine) => workOf(machine).gpuMemory));
    expect(full).toEqual(new Set([0.88, 0.62, 0.01]));
  });

  it.each(machines)('uses between 0 and 1 of each resource: %s', (machine) => {
    const { cpu, gpu } = workOf(machine);
    const uses = moments.flatMap((seconds) => [useAt(cpu, seconds), useAt(gpu, seconds)]);
    expect(Math.min(...uses)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...uses)).toBeLessThanOrEqual(1);
  });
});

describe('the seconds of full use', () => {
  const { cpu } = workOf('tenant/machine-1');

  it('begin at zero and never decrease', () => {
    const counted = moments.map((seconds) => usedSeconds(cpu, seconds));
    expect(counted[0]).toBe(0);
    expect(counted).toEqual([...counted].sort((one, other) => one - other));
  });

  it('grow by the use of each second', () => {
    const grown = usedSeconds(cpu, 1_000.01) - usedSeconds(cpu, 999.99);
    expect(grown / 0.02).toBeCloseTo(useAt(cpu, 1_000), 4);
  });
});

it('fills memory within two minutes', () => {
  expect([0, 60, 120, 9_999].map(filledAt)).toEqual([0, 0.5, 1, 1]);
});
