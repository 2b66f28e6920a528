import { describe, expect, it } from '@jest/globals';
import type { Pod } from '@gpulease/kube';
import { gpuAddresses, lacksDevices, takenBy, withDevices } from './devices.ts';

const a100 = 'nvidia.com/A100';
const [first, second, third] = gpuAddresses(3);

function aPod(gpus: number, has: readonly (string | undefined)[] = [], phase = 'Running'): Pod {
  const limits = { cpu: '4', 'devices.kubevirt.io/kvm': '1', ...(gpus > 0 && { [a100]: String(gpus) }) };
  const resources = has.map((resourceID) => ({ resourceID, health: 'Healthy' }));
  const told = has.length === 0 ? {} : { allocatedResourcesStatus: [{ name: a100, resources }] };
  return {
    spec: { containers: [{ name: 'compute', resources: { limits } }] },
    status: { phase, containerStatuses: [{ name: 'compute', ready: true, ...told }] },
  } as unknown as Pod;
}

describe('the devices of pods on a node', () => {
  it('are named by PCI address, up to 64 per host', () => {
    expect([first, second]).toEqual(['0000:17:00.0', '0000:1a:00.0']);
    expect(gpuAddresses(64).every((address) => /^0000:[0-9a-f]{2}:00\.0$/.test(address))).toBe(true);
    expect(new Set(gpuAddresses(64)).size).toBe(64);
  });

  it('are missing only for a running pod with GPUs until reported', () => {
    expect(lacksDevices(aPod(1))).toBe(true);
    expect(lacksDevices(aPod(1, [first]))).toBe(false);
    expect(lacksDevices(aPod(0))).toBe(false);
    expect(lacksDevices(aPod(1, [], 'Pending'))).toBe(false);
  });

  it('are the first ones free of other running pods', () => {
    const taken = takenBy([aPod(1, [first]), aPod(1, [second], 'Succeeded'), aPod(2)]);
    const resources = [second, third].map((resourceID) => ({ resourceID, health: 'Healthy' }));
    expect(withDevices(aPod(2), { [a100]: '4' }, taken)).toEqual([
      { name: 'compute', ready: true, allocatedResourcesStatus: [{ name: a100, resources }] },
    ]);
  });
});
