import { describe, expect, it } from '@jest/globals';
import { unknownValueOf } from './unknown-value.ts';
import { workloadSchema } from './v1alpha1/workload.ts';

const spec = {
  type: 'VirtualMachine',
  sku: 'a100-1',
  image: 'ubuntu',
  rootDiskSize: '20Gi',
  region: 'east',
  pricing: { policy: 'hourly' },
};

describe('an unknown value', () => {
  it.each([
    ['a phase of a newer version', { spec, status: { phase: 'Migrating' } }, 'status.phase: Migrating'],
    ['a power state', { spec: { ...spec, powerState: 'Hibernated' } }, 'spec.powerState: Hibernated'],
    [
      'a value in a list',
      { spec: { ...spec, ports: [{ name: 'a', port: 80, protocol: 'SCTP' }] } },
      'spec.ports.0.protocol: SCTP',
    ],
    ['none', { spec, status: { phase: 'Running' } }, undefined],
    ['a new field', { spec: { ...spec, colour: 'red' } }, undefined],
    ['a missing field', { spec: {} }, undefined],
    ['a value that the API server rejects', { spec: { ...spec, rootDiskSize: 'large' } }, undefined],
  ])('is found: %s', (_, object, expected) => {
    expect(unknownValueOf(workloadSchema, object)).toBe(expected);
  });
});
