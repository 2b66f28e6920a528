import { expect, it } from '@jest/globals';
import { anAdminRegion, anAdminSku } from '../../../testing/samples.ts';
import { NONE } from '../../../ui/form/reference-field.tsx';
import { proposalFor } from './proposal.ts';

const host = {
  name: 'gpu-1',
  registeredAs: null,
  ready: true,
  allocatable: { cpu: 188, memory: 1_024_000 },
  gpus: [{ gpu: 'a100', count: 8 }],
  devices: [],
  controlPlane: false,
};
const sku = (name: string, change: Partial<typeof anAdminSku> = {}) => ({
  ...anAdminSku,
  ...{ name, status: 'active' as const, gpu: 'a100', gpuNumber: 1, cpu: 16, memory: 128 },
  ...change,
});
const skus = [
  sku('one'),
  sku('eight', { gpuNumber: 8, cpu: 176, memory: 900 }),
  sku('sixteen', { gpuNumber: 16 }),
  sku('wide', { cpu: 188 }),
  sku('closed', { status: 'inactive' }),
  sku('other', { gpu: 'h100' }),
  sku('plain', { gpu: null, gpuNumber: 0 }),
];
const region = { ...anAdminRegion, name: 'east', status: 'active' as const };

it('the proposal for a host reserves room for its system, and has its GPUs, region and fitting SKUs', () => {
  expect(proposalFor(host, { regions: [region], skus })).toEqual({
    name: 'gpu-1',
    nodeName: null,
    'resources.cpu': 178,
    'resources.memory': 972_800,
    'resources.gpuModel': 'a100',
    'resources.gpuNumber': 8,
    region: 'east',
    skus: ['one', 'eight'],
  });
});

it('a host whose GPUs are not in the catalogue is never proposed as a host without GPUs', () => {
  const unknown = { ...host, gpus: [], devices: [{ deviceName: 'nvidia.com/GB100_B200', count: 8 }] };
  const values = proposalFor(unknown, { regions: [], skus });
  expect(values).toMatchObject({ 'resources.gpuModel': '', 'resources.gpuNumber': 8, skus: [] });
});

it('a host without GPUs is proposed as such, and without a region if there are several', () => {
  const values = proposalFor({ ...host, gpus: [] }, { regions: [region, { ...region, name: 'west' }], skus });
  expect(values).toMatchObject({ 'resources.gpuModel': NONE, skus: ['plain'] });
  expect(values).not.toHaveProperty('region');
});

it('a small host leaves some resources for machines', () => {
  const small = { ...host, allocatable: { cpu: 2, memory: 3_000 } };
  expect(proposalFor(small, { regions: [], skus: [] })).toMatchObject({
    'resources.cpu': 1,
    'resources.memory': 1_024,
  });
});
