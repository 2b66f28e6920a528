import { expect, it } from '@jest/globals';
import { launcherOverhead } from './workload-allocation.ts';

const GiB = 2 ** 30;

it('the overhead of KubeVirt is multiplied by its configured ratio', () => {
  const guest = { cpu: 8, memory: 64 * GiB, gpus: 1 };
  expect(launcherOverhead(guest, 1.5)).toBe(1.5 * launcherOverhead(guest));
});
