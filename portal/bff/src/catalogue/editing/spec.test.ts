import { describe, expect, it } from '@jest/globals';
import {
  gpuCreation,
  imageCreation,
  nodeCreation,
  pricingPolicyCreation,
  regionCreation,
  skuCreation,
  type NodeStatusChange,
} from '@gpulease/contract/catalogue-editing';
import type { ComputeNode } from '@gpulease/crds';
import { aGpu, anImage, aNode, aPolicy, aRegion, aSku } from '../testing/entries.ts';
import {
  asPatch,
  gpuSpec,
  imageSpec,
  nodeSpec,
  nodeState,
  pricingModeSpec,
  pricingPolicySpec,
  regionSpec,
  skuSpec,
} from './spec.ts';

/** Returns the JSON sent to the API server. */
const sent = (spec: object): unknown => JSON.parse(JSON.stringify(spec));

/** Returns a node with `state` in its spec and `found` in its status. */
function nodeIn(state: ComputeNode['spec']['state'], found = state): ComputeNode {
  const metadata = { name: 'n', generation: 2 };
  return { metadata, spec: { state }, status: { observedGeneration: 2, state: found } } as ComputeNode;
}

describe('the input of an operator', () => {
  it('becomes the spec of a Region', () => {
    expect(sent(regionSpec(regionCreation.parse(aRegion)))).toEqual({
      displayName: '华东一区',
      description: '训练集群',
      translations: { en: { displayName: 'East China 1' } },
      tags: ['training'],
      exposure: { type: 'NodePort', addresses: ['203.0.113.7'] },
      http: { domain: 'east.gpulease.example', scheme: 'HTTPS' },
    });
  });

  it('becomes the spec of a Region with node-local disks', () => {
    const region = regionCreation.parse({ ...aRegion, storageLocality: 'NODE', httpDomain: null });
    expect(sent(regionSpec(region))).toMatchObject({ storage: { locality: 'Node' } });
    expect(regionSpec(region).http).toBeUndefined();
  });

  it('becomes the spec of a Region with HTTP hosts without a certificate', () => {
    const region = regionCreation.parse({ ...aRegion, httpScheme: 'HTTP' });
    expect(sent(regionSpec(region))).toMatchObject({ http: { domain: 'east.gpulease.example' } });
    expect(regionSpec(region).http?.scheme).toBeUndefined();
  });

  it('becomes the spec of a Region with a CPU model', () => {
    const specOf = (cpuModel: string) => regionSpec(regionCreation.parse({ ...aRegion, cpuModel }));
    expect(specOf('EPYC-Milan')).toMatchObject({ cpuModel: 'EPYC-Milan' });
    expect(() => specOf('EPYC Milan')).toThrow('cpuModel');
  });

  it('becomes the spec of a Region with GPU checks', () => {
    const specOf = (check: object) => regionSpec(regionCreation.parse({ ...aRegion, ...check }));
    const image = 'registry.example.com/gpu-check:1';
    expect(sent(specOf({ gpuCheckPolicy: 'AFTER_FAULTS', gpuCheckImage: image }))).toMatchObject({
      gpuCheck: { policy: 'AfterFaults', image, timeoutSeconds: 900 },
    });
    expect(specOf({ gpuCheckPolicy: 'NEVER' }).gpuCheck).toBeUndefined();
    expect(() => specOf({ gpuCheckPolicy: 'DAILY_WHEN_FREE' })).toThrow('gpuCheckImage');
  });

  it('becomes the spec of a GPU', () => {
    expect(sent(gpuSpec(gpuCreation.parse(aGpu)))).toEqual({
      vendor: 'NVIDIA',
      model: 'A100',
      memory: '80Gi',
      deviceName: 'nvidia.com/A100',
      pciVendorSelector: '10DE:20B5',
    });
  });

  it('becomes the spec of a SKU, with and without GPUs', () => {
    const spec = {
      displayName: 'A100 单卡',
      cpu: 16,
      memory: '128Gi',
      disk: '500Gi',
      pricing: ['policy'],
    };
    const withGpus = skuSpec(skuCreation.parse(aSku));
    expect(sent(withGpus)).toEqual({ ...spec, gpu: { model: 'gpu', count: 1 } });
    const without = skuSpec(skuCreation.parse({ ...aSku, gpu: null, gpuNumber: 0 }));
    expect(sent(without)).toEqual(spec);
  });

  it('becomes the spec of a VMImage, for different sources', () => {
    const image = imageSpec(imageCreation.parse(anImage));
    expect(sent(image)).toEqual({
      description: 'Ubuntu 与 CUDA',
      osType: 'Linux',
      version: 'Ubuntu 24.04',
      size: '20Gi',
      architecture: 'amd64',
      defaultUser: 'ubuntu',
      gpu: { driverVersion: '580.95.05', cudaVersion: '13.0', metricsPort: 9400 },
      source: { registry: { url: 'docker://quay.io/containerdisks/ubuntu:24.04' } },
    });
    const source = { type: 'DATA_SOURCE', namespace: 'golden', name: 'ubuntu' } as const;
    expect(sent(imageSpec(imageCreation.parse({ ...anImage, source })))).toMatchObject({
      source: { dataSource: { namespace: 'golden', name: 'ubuntu' } },
    });
  });

  it('becomes the spec of a PricingPolicy', () => {
    const policy = pricingPolicyCreation.parse(aPolicy);
    expect(sent({ ...pricingPolicySpec(policy), ...pricingModeSpec(policy) })).toEqual({
      mode: 'OnDemand',
      price: '7.20',
      currency: 'CNY',
      unit: 'Hour',
    });
  });

  it('becomes the spec of a ComputeNode, with memory in MB and storage in GB', () => {
    expect(sent(nodeSpec(nodeCreation.parse(aNode)))).toEqual({
      description: '一号机柜',
      region: 'region',
      resources: {
        cpu: 128,
        memory: '1024Gi',
        storage: '7000Gi',
        gpus: { model: 'gpu', count: 8 },
      },
      skus: ['sku'],
    });
  });

  it('becomes the state of a ComputeNode, with the maintenance reason for customers', () => {
    const maintenance = { reason: '更换电源', noticeSeconds: 900 };
    expect(asPatch(nodeState({ status: 'maintenance', maintenance }, nodeIn('Active')))).toEqual({
      state: 'Maintenance',
      maintenance: { ...maintenance, startTime: null, endTime: null, resume: null },
    });
  });

  it.each<[string, NodeStatusChange['status'], ComputeNode, object]>([
    ['ends a maintenance', 'active', nodeIn('Maintenance'), { state: 'Active', maintenance: null }],
    [
      'ends planned maintenance in progress',
      'active',
      nodeIn('Active', 'Maintenance'),
      { state: 'Active', maintenance: null },
    ],
    ['keeps planned maintenance if activated', 'active', nodeIn('Inactive'), { state: 'Active' }],
    ['keeps planned maintenance if deactivated', 'inactive', nodeIn('Active'), { state: 'Inactive' }],
  ])('%s', (_, status, node, patch) => {
    expect(asPatch(nodeState({ status, maintenance: null }, node))).toEqual(patch);
  });
});

describe('a change', () => {
  it('removes emptied fields and those of the former source', () => {
    const image = imageCreation.parse({
      ...anImage,
      defaultUser: null,
      cudaVersion: null,
      gpuMetricsPort: null,
      source: { type: 'HTTP', url: 'https://example.com/disk.qcow2', checksum: `sha256:${'0'.repeat(64)}` },
    });
    expect(asPatch(imageSpec(image))).toMatchObject({
      defaultUser: null,
      gpu: { driverVersion: '580.95.05', cudaVersion: null, metricsPort: null },
      translations: null,
      source: { registry: null, dataSource: null, http: { url: 'https://example.com/disk.qcow2' } },
    });
  });

  it('removes CUDA and metrics from an image without a GPU driver', () => {
    const none = { gpuDriverVersion: null, cudaVersion: null, gpuMetricsPort: null };
    const image = imageCreation.parse({ ...anImage, ...none });
    expect(asPatch(imageSpec(image))).toMatchObject({ gpu: null });
  });

  it('does not touch fields that the portal does not edit', () => {
    expect(Object.keys(asPatch(nodeSpec(nodeCreation.parse(aNode))))).not.toContain('tolerations');
  });
});
