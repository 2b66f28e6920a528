import { describe, expect, it } from '@jest/globals';
import type { Node, PersistentVolumeClaim, Pod } from '@gpulease/kube';
import type { DataVolume, VirtualMachine, VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { keepClaim, keepDisk, keepInstance, keepMachinePod, keepNode, keepVirtualMachine } from './kept.ts';

const metadata = { name: 'train-0a1b2c3d', namespace: 'u-1', uid: 'uid-1', labels: { a: 'b' } };

describe('the copy of an object in memory', () => {
  it('of a VirtualMachine has the whole spec, and only the power state and failures of the status', () => {
    const failure = { type: 'Failure', status: 'True', reason: 'FailedCreate' };
    const spec = { runStrategy: 'Halted', template: {} };
    const status = {
      created: true,
      printableStatus: 'Running',
      runStrategy: 'Halted',
      volumeSnapshotStatuses: [{ name: 'root', enabled: false }],
      conditions: [{ type: 'Ready', status: 'True' }, failure],
    };
    expect(keepVirtualMachine({ metadata, spec, status } as unknown as VirtualMachine)).toEqual({
      metadata,
      spec,
      status: { created: true, printableStatus: 'Running', runStrategy: 'Halted', conditions: [failure] },
    });
  });

  it('of a VirtualMachine without an instance has the time since when, which closes its run', () => {
    const gone = {
      type: 'Ready',
      status: 'False',
      reason: 'VMINotExists',
      lastTransitionTime: '2026-11-25T08:00:00Z',
    };
    const machine = { metadata, spec: { template: {} }, status: { conditions: [gone] } };
    expect(keepVirtualMachine(machine as unknown as VirtualMachine).status?.conditions).toEqual([gone]);
  });

  it('of an instance lacks the spec, which its VirtualMachine also has', () => {
    const spec = { terminationGracePeriodSeconds: 0, domain: { devices: { gpus: [{}] } }, volumes: [{}] };
    const status = { phase: 'Running', nodeName: 'gpu-1', interfaces: [{}], conditions: [] };
    expect(keepInstance({ metadata, spec, status } as unknown as VirtualMachineInstance)).toEqual({
      metadata,
      spec: { terminationGracePeriodSeconds: 0 },
      status: { phase: 'Running', conditions: [] },
    });
  });

  it("of a machine's pod has its node and state", () => {
    const spec = { nodeName: 'gpu-1', containers: [{ name: 'compute', command: ['virt-launcher'] }] };
    const status = { phase: 'Running', podIP: '10.0.0.1', conditions: [] };
    const annotated = { ...metadata, annotations: { long: 'text' } };
    expect(keepMachinePod({ metadata: annotated, spec, status } as unknown as Pod)).toEqual({
      metadata,
      spec: { nodeName: 'gpu-1' },
      status: { phase: 'Running', conditions: [] },
    });
  });

  it("of a machine's disk and claim has their progress", () => {
    const status = { phase: 'Succeeded', progress: '100.0%' };
    const disk = {
      metadata,
      spec: { source: {}, storage: { resources: {} } },
      status,
    } as unknown as DataVolume;
    expect(keepDisk(disk)).toEqual({ metadata, spec: { storage: {} }, status });
    const asked = { resources: { requests: { storage: '40Gi' } }, volumeMode: 'Block' as const };
    const spec = { ...asked, volumeName: 'pv-1', accessModes: ['ReadWriteOnce'] };
    const bound = { phase: 'Bound' as const, capacity: { storage: '40Gi' } };
    const claim = { metadata, spec, status: { ...bound, accessModes: [] } };
    expect(keepClaim(claim as unknown as PersistentVolumeClaim)).toEqual({
      metadata,
      spec: asked,
      status: bound,
    });
  });

  it('of a Node has everything except its images', () => {
    const status = { conditions: [], capacity: { cpu: '64' } };
    const node = { metadata, spec: { podCIDRs: [] }, status: { ...status, images: [{ names: ['a'] }] } };
    expect(keepNode(node as unknown as Node)).toEqual({ metadata, spec: { podCIDRs: [] }, status });
  });
});

/** Each marked line must be a type error: without one, `tsc` reports the comment above it. */
describe('the type of a copy in memory', () => {
  const nothing = { metadata, spec: {}, status: { conditions: [] } };
  const virtualMachine = keepVirtualMachine(nothing as unknown as VirtualMachine);
  const instance = keepInstance(nothing as unknown as VirtualMachineInstance);
  const pod = keepMachinePod(nothing as unknown as Pod);
  const disk = keepDisk(nothing as unknown as DataVolume);
  const claim = keepClaim(nothing as unknown as PersistentVolumeClaim);

  it('lacks the dropped fields', () => {
    const dropped = [
      // @ts-expect-error -- the status has it, and the cache has not
      virtualMachine.status?.ready,
      // @ts-expect-error -- of the spec one field is kept
      instance.spec.domain,
      // @ts-expect-error -- the pod says where it is
      instance.status?.nodeName,
      // @ts-expect-error -- nobody reads them
      pod.metadata.annotations,
      // @ts-expect-error -- they may be long
      pod.spec?.containers,
      // @ts-expect-error -- its VirtualMachine says it
      disk.spec.source,
      // @ts-expect-error -- nobody reads it
      claim.spec?.volumeName,
    ];
    expect(dropped.every((value) => value === undefined)).toBe(true);
  });

  it('has only conditions of the kept types and reasons', () => {
    const { conditions = [] } = virtualMachine.status ?? {};
    // @ts-expect-error -- of this type none is kept
    expect(conditions.some(({ type }) => type === 'Paused')).toBe(false);
    const ready = conditions.find((one) => one.type === 'Ready');
    // @ts-expect-error -- `Ready` is kept for another reason only
    expect(ready?.reason === 'GuestNotRunning').toBe(false);
  });

  it('cannot be used as the whole object, and neither can its parts', () => {
    const wholes: [VirtualMachine, VirtualMachineInstance, Pod, DataVolume, PersistentVolumeClaim] = [
      // @ts-expect-error -- who reads the whole may read what is not there
      virtualMachine,
      // @ts-expect-error -- nor this one
      instance,
      // @ts-expect-error -- nor this one
      pod,
      // @ts-expect-error -- nor this one
      disk,
      // @ts-expect-error -- nor this one
      claim,
    ];
    const statuses: [VirtualMachine['status'], VirtualMachineInstance['status'], Pod['status']] = [
      // @ts-expect-error -- nor this one
      virtualMachine.status,
      // @ts-expect-error -- nor this one
      instance.status,
      // @ts-expect-error -- nor this one
      pod.status,
    ];
    expect([...wholes, ...statuses]).toHaveLength(8);
  });
});
