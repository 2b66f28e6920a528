import { describe, expect, it } from '@jest/globals';
import { workloadSchema, type Workload, type WorkloadPhase } from '@gpulease/crds';
import type { EventFields } from '@gpulease/kube';
import { NewerObjects } from './newer-objects.ts';
import { silentLogger } from './logger.ts';

function aWorkload(phase: string): Workload {
  return {
    apiVersion: 'gpulease.dev/v1alpha1',
    kind: 'Workload',
    metadata: { name: 'a', namespace: 'u-mei' },
    spec: {
      type: 'VirtualMachine',
      sku: 'a100-1',
      skuQuantity: 1,
      image: 'ubuntu',
      rootDiskSize: '100Gi',
      region: 'east',
      pricing: { policy: 'hourly' },
      powerState: 'Running',
      resume: 'Manual',
    },
    status: { phase: phase as WorkloadPhase },
  };
}

describe('an object of a newer version', () => {
  it('is not touched and is reported once', () => {
    const told: EventFields[] = [];
    const record = (_: unknown, event: EventFields) => Promise.resolve(void told.push(event));
    const leftAlone = new NewerObjects(workloadSchema, { record });
    const workload = aWorkload('Migrating');
    expect([leftAlone.has(workload, silentLogger), leftAlone.has(workload, silentLogger)]).toEqual([
      true,
      true,
    ]);
    expect(told).toEqual([
      {
        type: 'Warning',
        reason: 'NewerVersion',
        action: 'LeftAlone',
        note: 'This version of the operator does not know status.phase: Migrating, and leaves the object as it is. Upgrade the operator.',
      },
    ]);
    expect(leftAlone.has(aWorkload('Running'), silentLogger)).toBe(false);
  });
});
