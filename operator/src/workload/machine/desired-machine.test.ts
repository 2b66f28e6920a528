import { describe, expect, it } from '@jest/globals';
import type { WorkloadStatus } from '@gpulease/crds';
import { aScope, aVirtualMachine, aWorkload, minutesAgo } from '../../testing/scope.ts';
import type { Scope } from '../scope.ts';
import { gpuMetricsPort, machineOf } from './desired-machine.ts';

const placed = { node: 'gpu-1', at: minutesAgo(5) };
const ordered = { cpu: 4, memory: '16Gi', disk: '100Gi' };
const gpu = { model: 'a100', deviceName: 'nvidia.com/A100_OF_BEFORE', count: 2 };

function gpusOf(resources: WorkloadStatus['resources'], changes: Parameters<typeof aScope>[1] = {}) {
  return machineOf(aScope(aWorkload({}, { placed, resources }), changes))?.gpu;
}

describe('the GPUs of a machine', () => {
  it('are as many as ordered, under the current name of their device', () => {
    expect(gpusOf({ ...ordered, gpu })).toEqual({ deviceName: 'nvidia.com/A100', count: 2 });
  });

  it('keep the name from their order if the catalogue no longer has one', () => {
    expect(gpusOf({ ...ordered, gpu }, { gpu: undefined })).toEqual({
      deviceName: 'nvidia.com/A100_OF_BEFORE',
      count: 2,
    });
  });

  it('are none if none were ordered, even if the SKU has some now', () => {
    expect(gpusOf(ordered)).toBeUndefined();
  });
});

describe('the GPU metrics port of a machine', () => {
  const image = { spec: { gpu: { driverVersion: '580', metricsPort: 9400 } } } as unknown as Scope['image'];
  const portOf = (resources: WorkloadStatus['resources'], changes: Partial<Scope> = {}) =>
    gpuMetricsPort(aScope(aWorkload({}, { placed, resources }), { image, ...changes }));
  const made = (labels: Record<string, string>) => aVirtualMachine({ template: { metadata: { labels } } });

  it.each<[what: string, port: number | undefined, expected: number | undefined]>([
    ["is the image's", portOf({ ...ordered, gpu }), 9400],
    ['is none without a GPU', portOf(ordered), undefined],
    ['is none if the image has no exporter', portOf({ ...ordered, gpu }, { image: undefined }), undefined],
    [
      'stays that of the image it was made from',
      portOf({ ...ordered, gpu }, { virtualMachine: made({ 'gpulease.dev/gpu-metrics-port': '9401' }) }),
      9401,
    ],
    ['is none if it was made without', portOf({ ...ordered, gpu }, { virtualMachine: made({}) }), undefined],
  ])('%s', (_, port, expected) => {
    expect(port).toBe(expected);
  });
});

describe('the CPU model of a machine', () => {
  const arm64 = {
    ...aScope(aWorkload()).image,
    spec: { architecture: 'arm64', source: {} },
  } as Scope['image'];
  const region = (spec: object) => ({ region: { metadata: { name: 'east' }, spec } as Scope['region'] });
  const modelOf = (changes: Partial<Scope>) =>
    machineOf(aScope(aWorkload({}, { placed, resources: ordered }), changes))?.cpuModel;

  it.each<[what: string, changes: Partial<Scope>, model: string]>([
    ["is that of the node's processors", {}, 'host-passthrough'],
    ['is one that libvirt accepts if processors are emulated', { isEmulated: true }, 'host-model'],
    ['is that of the region', region({ cpuModel: 'EPYC-Milan' }), 'EPYC-Milan'],
    [
      'is that of the region even if processors are emulated',
      { isEmulated: true, ...region({ cpuModel: 'qemu64' }) },
      'qemu64',
    ],
    [
      'is always the same on arm64, where KubeVirt supports no other',
      { image: arm64, ...region({ cpuModel: 'EPYC-Milan' }) },
      'host-passthrough',
    ],
  ])('%s', (_, changes, model) => {
    expect(modelOf(changes)).toBe(model);
  });
});
