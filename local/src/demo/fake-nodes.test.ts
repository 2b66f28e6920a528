import { expect, it } from '@jest/globals';
import { fakeNode, type DeclaredNode } from './fake-nodes.ts';

const gpus = [{ metadata: { name: 'h100' }, spec: { deviceName: 'nvidia.com/GH100_H100_PCIE' } }];

function declared(resources: Partial<DeclaredNode['spec']['resources']>): DeclaredNode {
  const usual = { cpu: '128', memory: '1Ti', gpus: { model: 'h100', count: 8 } };
  return { metadata: { name: 'gpu-1' }, spec: { resources: { ...usual, ...resources } } };
}

it("offers the declared GPUs under the device plugin's name", () => {
  expect(fakeNode(declared({}), gpus)).toMatchObject({
    metadata: {
      name: 'gpu-1',
      labels: { 'kubevirt.io/schedulable': 'true', 'machine-type.node.kubevirt.io/q35': 'true' },
    },
    status: { allocatable: { 'nvidia.com/GH100_H100_PCIE': '8' } },
  });
});

it('has room for the overhead of machines in addition to the declared resources', () => {
  expect(fakeNode(declared({ memory: '64Gi' }), gpus)).toMatchObject({
    status: { allocatable: { cpu: '132', memory: '81920Mi' } },
  });
});

it('takes the name of the core Node from the declaration', () => {
  const node = declared({});
  expect(fakeNode({ ...node, spec: { ...node.spec, nodeName: 'host-7' } }, gpus)).toMatchObject({
    metadata: { name: 'host-7' },
  });
});

it('refuses a GPU missing from the catalogue', () => {
  expect(() => fakeNode(declared({ gpus: { model: 'a100', count: 1 } }), gpus)).toThrow('no GPU named a100');
});

it('refuses a quantity it cannot parse', () => {
  expect(() => fakeNode(declared({ memory: '64G' }), gpus)).toThrow('64G is not in Mi, Gi or Ti');
});
