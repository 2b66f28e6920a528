import type { AutoStop } from '@gpulease/contract/workloads';
import { expect, it } from '@jest/globals';
import { checkAutoStop } from './auto-stop.ts';

const now = new Date('2026-03-01T10:00:00Z');
const gpus: Readonly<Record<string, object | undefined>> = {
  a100: { model: 'a100', count: 1 },
  cpu: undefined,
};
const services = {
  clock: { now: () => now },
  catalogue: {
    skus: { store: { get: ({ name }: { name: string }) => name in gpus && { spec: { gpu: gpus[name] } } } },
  },
} as unknown as Parameters<typeof checkAutoStop>[2];
const idle: AutoStop = { kind: 'IDLE', gpuPercent: 5, minutes: 60 };

it('refuses an idle stop for a machine without GPUs', () => {
  const check = (sku: string) => () => checkAutoStop({ autoStop: idle }, { sku }, services);
  expect(check('a100')).not.toThrow();
  expect(check('cpu')).toThrow(
    expect.objectContaining({ details: { fields: { 'autoStop.kind': 'notOffered' } } }),
  );
});
