import { expect, it } from '@jest/globals';
import type { Node, Pod } from '@gpulease/kube';
import { instance } from '../testing/objects.ts';
import { gpuFinding, type GpuFinding } from './gpu-check.ts';

const check = instance({ labels: { 'gpulease.dev/check': 'gpu-1' } });
const aNode = (broken: string) =>
  ({ metadata: { annotations: { 'simulation.gpulease.dev/broken-gpus': broken } } }) as unknown as Node;
const holding = (...ids: string[]) => {
  const resources = ids.map((resourceID) => ({ resourceID }));
  const allocatedResourcesStatus = resources.length === 0 ? [] : [{ name: 'nvidia.com/A100', resources }];
  return { status: { containerStatuses: [{ name: 'compute', allocatedResourcesStatus }] } } as unknown as Pod;
};

const found = { machine: check, pod: holding('0000:1a:00.0'), node: aNode('0000:17:00.0, 0000:1a:00.0') };

it.each<[what: string, where: typeof found, finding: GpuFinding | undefined]>([
  ['nothing before it has a GPU', { ...found, pod: holding() }, 'NothingYet'],
  ['a healthy GPU', { ...found, node: aNode('0000:17:00.0') }, 'Well'],
  ['a healthy GPU if none is broken', { ...found, node: aNode('') }, 'Well'],
  ['a broken GPU', found, 'Broken'],
  ["nothing in a customer's machine", { ...found, machine: instance() }, undefined],
])('a guest that checks its GPU finds %s', (_, { machine, pod, node }, finding) => {
  expect(gpuFinding(machine, pod, node)).toBe(finding);
});
