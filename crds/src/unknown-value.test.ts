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

describe('a value that is not known', () => {
  it.each([
    ['a phase of a newer version', { spec, status: { phase: 'Migrating' } }, 'status.phase: Migrating'],
    ['a wish', { spec: { ...spec, powerState: 'Hibernated' } }, 'spec.powerState: Hibernated'],
    [
      'one in a list',
      { spec: { ...spec, ports: [{ name: 'a', port: 80, protocol: 'SCTP' }] } },
      'spec.ports.0.protocol: SCTP',
    ],
    ['none', { spec, status: { phase: 'Running' } }, undefined],
    ['a new field', { spec: { ...spec, colour: 'red' } }, undefined],
    ['a field that is missing', { spec: {} }, undefined],
    ['what the API server refuses', { spec: { ...spec, rootDiskSize: 'large' } }, undefined],
  ])('is named: %s', (_, object, expected) => {
    expect(unknownValueOf(workloadSchema, object)).toBe(expected);
  });
});
