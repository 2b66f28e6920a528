import { describe, expect, it } from '@jest/globals';
import type { PersistentVolumeClaim, Pod } from '@gpulease/kube';
import type { DataVolume, VirtualMachine, VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { trimClaim, trimInstance, trimMachineDisk, trimMachinePod, trimVirtualMachine } from './trim.ts';

const metadata = { name: 'train-0a1b2c3d', namespace: 'u-1', uid: 'uid-1', labels: { a: 'b' } };

describe('what is kept in memory', () => {
  it('of a VirtualMachine is all of its spec, and of its status what tells how it is switched', () => {
    const failure = { type: 'Failure', status: 'True', reason: 'FailedCreate' };
    const spec = { runStrategy: 'Halted', template: {} };
    const status = {
      created: true,
      printableStatus: 'Running',
      runStrategy: 'Halted',
      volumeSnapshotStatuses: [{ name: 'root', enabled: false }],
      conditions: [{ type: 'Ready', status: 'True' }, failure],
    };
    expect(trimVirtualMachine({ metadata, spec, status } as unknown as VirtualMachine)).toEqual({
      metadata,
      spec,
      status: { created: true, printableStatus: 'Running', runStrategy: 'Halted', conditions: [failure] },
    });
  });

  it('of a VirtualMachine without an instance is since when, which closes its run', () => {
    const gone = {
      type: 'Ready',
      status: 'False',
      reason: 'VMINotExists',
      lastTransitionTime: '2026-11-25T08:00:00Z',
    };
    const machine = { metadata, spec: { template: {} }, status: { conditions: [gone] } };
    expect(trimVirtualMachine(machine as unknown as VirtualMachine).status?.conditions).toEqual([gone]);
  });

  it('of an instance is not the spec that its VirtualMachine has too', () => {
    const spec = { terminationGracePeriodSeconds: 0, domain: { devices: { gpus: [{}] } }, volumes: [{}] };
    const status = { phase: 'Running', nodeName: 'gpu-1', interfaces: [{}], conditions: [] };
    expect(trimInstance({ metadata, spec, status } as unknown as VirtualMachineInstance)).toEqual({
      metadata,
      spec: { terminationGracePeriodSeconds: 0, domain: { devices: {} } },
      status: { phase: 'Running', conditions: [] },
    });
  });

  it("of a machine's pod is where it is and how it fares", () => {
    const spec = { nodeName: 'gpu-1', containers: [{ name: 'compute', command: ['virt-launcher'] }] };
    const status = { phase: 'Running', podIP: '10.0.0.1', conditions: [] };
    const annotated = { ...metadata, annotations: { long: 'text' } };
    expect(trimMachinePod({ metadata: annotated, spec, status } as unknown as Pod)).toEqual({
      metadata,
      spec: { nodeName: 'gpu-1', containers: [] },
      status: { phase: 'Running', conditions: [] },
    });
  });

  it("of a machine's disk and claim is how far they are", () => {
    const status = { phase: 'Succeeded', progress: '100.0%' };
    const disk = { metadata, spec: { source: {} }, status } as unknown as DataVolume;
    expect(trimMachineDisk(disk)).toEqual({ metadata, spec: {}, status });
    const asked = { resources: { requests: { storage: '40Gi' } }, volumeMode: 'Block' as const };
    const spec = { ...asked, volumeName: 'pv-1', accessModes: ['ReadWriteOnce'] };
    const bound = { phase: 'Bound' as const, capacity: { storage: '40Gi' } };
    const claim = { metadata, spec, status: { ...bound, accessModes: [] } };
    expect(trimClaim(claim as unknown as PersistentVolumeClaim)).toEqual({
      metadata,
      spec: asked,
      status: bound,
    });
  });
});
