import { describe, expect, it } from '@jest/globals';
import { aMachine } from '../testing/a-machine.ts';
import { takeBack } from './foreign-fields.ts';
import { buildVirtualMachine } from './virtual-machine.ts';

describe('the additions of others to a machine', () => {
  const wanted = buildVirtualMachine(aMachine()).spec;
  const guest = wanted.template.spec ?? { domain: { devices: {} } };
  const { domain } = guest;
  const changed = (spec: object, metadata: object = {}) => ({
    ...wanted,
    template: { metadata: { ...wanted.template.metadata, ...metadata }, spec: { ...guest, ...spec } },
  });

  it.each<[what: string, actual: object, change: object | undefined]>([
    ['is nothing', wanted, undefined],
    [
      "is nothing where it is KubeVirt's",
      changed(
        { domain: { ...domain, firmware: { uuid: 'u', serial: 's' }, machine: { type: 'q35' } } },
        { creationTimestamp: null, annotations: { 'kubevirt.io/pci-topology-version': 'v3' } },
      ),
      undefined,
    ],
    [
      'stands beside what is KubeVirt’s',
      changed({ domain: { ...domain, firmware: { uuid: 'u', kernelBoot: { kernelArgs: 'init=/bin/sh' } } } }),
      { template: { spec: { domain: { firmware: { kernelBoot: null } } } } },
    ],
    [
      'is where it may run, and as whom',
      changed({ nodeSelector: { evil: '1' }, serviceAccountName: 'root' }),
      { template: { spec: { nodeSelector: null, serviceAccountName: null } } },
    ],
    [
      'lies deeper',
      changed({
        domain: {
          ...domain,
          cpu: { ...domain.cpu, dedicatedCpuPlacement: true },
          devices: { ...domain.devices, filesystems: [] },
        },
      }),
      {
        template: {
          spec: { domain: { cpu: { dedicatedCpuPlacement: null }, devices: { filesystems: null } } },
        },
      },
    ],
    [
      'is a program that KubeVirt is to run beside the machine',
      changed({}, { annotations: { 'hooks.kubevirt.io/hookSidecars': '[]' } }),
      { template: { metadata: { annotations: { 'hooks.kubevirt.io/hookSidecars': null } } } },
    ],
    [
      'is such a program beside an annotation of KubeVirt’s',
      changed(
        {},
        {
          annotations: {
            'hooks.kubevirt.io/hookSidecars': '[]',
            'kubevirt.io/pci-interface-slot-count': '4',
          },
        },
      ),
      { template: { metadata: { annotations: { 'hooks.kubevirt.io/hookSidecars': null } } } },
    ],
    [
      'is a label of its pod',
      changed({}, { labels: { ...wanted.template.metadata?.labels, team: 'ml' } }),
      { template: { metadata: { labels: { team: null } } } },
    ],
    [
      'is a size or a preference from elsewhere',
      { ...wanted, instancetype: { name: 'huge' }, preference: { name: 'other' } },
      { instancetype: null, preference: null },
    ],
    ['is in a list, which is replaced as a whole', changed({ networks: [{ name: 'other' }] }), undefined],
  ])('%s', (_, actual, change) => {
    expect(takeBack(wanted, actual)).toEqual(change);
  });
});
