import { describe, expect, it } from '@jest/globals';
import { aMachine } from '../testing/a-machine.ts';
import { takeBack } from './foreign-fields.ts';
import { buildVirtualMachine } from './virtual-machine.ts';

describe('the patch that removes foreign fields', () => {
  const wanted = buildVirtualMachine(aMachine()).spec;
  const guest = wanted.template.spec ?? { domain: { devices: {} } };
  const { domain } = guest;
  const changed = (spec: object, metadata: object = {}) => ({
    ...wanted,
    template: { metadata: { ...wanted.template.metadata, ...metadata }, spec: { ...guest, ...spec } },
  });

  it.each<[what: string, actual: object, change: object | undefined]>([
    ['is undefined if there are none', wanted, undefined],
    [
      "leaves KubeVirt's fields alone",
      changed(
        { domain: { ...domain, firmware: { uuid: 'u', serial: 's' }, machine: { type: 'q35' } } },
        { creationTimestamp: null, annotations: { 'kubevirt.io/pci-topology-version': 'v3' } },
      ),
      undefined,
    ],
    [
      'removes a field beside those of KubeVirt',
      changed({ domain: { ...domain, firmware: { uuid: 'u', kernelBoot: { kernelArgs: 'init=/bin/sh' } } } }),
      { template: { spec: { domain: { firmware: { kernelBoot: null } } } } },
    ],
    [
      'removes a node selector and a service account',
      changed({ nodeSelector: { evil: '1' }, serviceAccountName: 'root' }),
      { template: { spec: { nodeSelector: null, serviceAccountName: null } } },
    ],
    [
      'removes nested fields',
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
      'removes a hook sidecar',
      changed({}, { annotations: { 'hooks.kubevirt.io/hookSidecars': '[]' } }),
      { template: { metadata: { annotations: { 'hooks.kubevirt.io/hookSidecars': null } } } },
    ],
    [
      'removes a hook sidecar beside an annotation of KubeVirt',
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
      'removes a label of the pod',
      changed({}, { labels: { ...wanted.template.metadata?.labels, team: 'ml' } }),
      { template: { metadata: { labels: { team: null } } } },
    ],
    [
      'removes an instance type and a preference',
      { ...wanted, instancetype: { name: 'huge' }, preference: { name: 'other' } },
      { instancetype: null, preference: null },
    ],
    ['ignores lists, which are replaced as a whole', changed({ networks: [{ name: 'other' }] }), undefined],
  ])('%s', (_, actual, change) => {
    expect(takeBack(wanted, actual)).toEqual(change);
  });
});
