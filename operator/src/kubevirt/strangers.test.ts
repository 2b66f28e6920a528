import { describe, expect, it } from '@jest/globals';
import { aMachine } from '../testing/a-machine.ts';
import { takeBack } from './strangers.ts';
import { buildVirtualMachine } from './virtual-machine.ts';

describe('the additions of others to a machine', () => {
  const wanted = buildVirtualMachine(aMachine()).spec.template.spec ?? { domain: { devices: {} } };
  const { domain } = wanted;

  it.each<[what: string, actual: object, change: object | undefined]>([
    ['is nothing', wanted, undefined],
    [
      "is nothing where it is KubeVirt's",
      { ...wanted, domain: { ...domain, firmware: { uuid: 'u' }, machine: { type: 'q35' } } },
      undefined,
    ],
    [
      'is where it may run, and as whom',
      { ...wanted, nodeSelector: { evil: '1' }, serviceAccountName: 'root' },
      { nodeSelector: null, serviceAccountName: null },
    ],
    [
      'lies deeper',
      {
        ...wanted,
        domain: {
          ...domain,
          cpu: { ...domain.cpu, dedicatedCpuPlacement: true },
          devices: { ...domain.devices, filesystems: [] },
        },
      },
      { domain: { cpu: { dedicatedCpuPlacement: null }, devices: { filesystems: null } } },
    ],
    ['is in a list, which is replaced as a whole', { ...wanted, networks: [{ name: 'other' }] }, undefined],
  ])('%s', (_, actual, change) => {
    expect(takeBack(wanted, actual)).toEqual(change);
  });
});
