import { describe, expect, it } from '@jest/globals';
import type { DataVolume, VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { instance, virtualMachine } from '../testing/objects.ts';
import { printableStatus, type MachineSituation } from './status.ts';

const deletionTimestamp = '2026-01-01T00:00:00Z';

function inPhase(
  phase: string,
  condition?: { type: string; status: string; reason?: string },
): VirtualMachineInstance {
  return { ...instance(), status: { phase, conditions: condition === undefined ? [] : [condition] } };
}

function going(phase: string): VirtualMachineInstance {
  return { ...instance({ deletionTimestamp }), status: { phase } };
}

function disk(phase: string): DataVolume {
  return {
    apiVersion: 'v1beta1',
    kind: 'DataVolume',
    metadata: { name: 'root' },
    spec: {},
    status: { phase },
  };
}

function stoppedDisk(reason: string): DataVolume {
  const conditions = [{ type: 'Running', status: 'False', reason }];
  return { ...disk('ImportInProgress'), status: { phase: 'ImportInProgress', conditions } };
}

const deletedMachine = virtualMachine('vm');
deletedMachine.metadata.deletionTimestamp = deletionTimestamp;
const unschedulable = inPhase('Scheduling', {
  type: 'PodScheduled',
  status: 'False',
  reason: 'Unschedulable',
});
const noImage = inPhase('Scheduling', { type: 'Synchronized', status: 'False', reason: 'ErrImagePull' });

describe('the printable status of a machine', () => {
  it.each([
    ['without an instance', 'Stopped', {}],
    ['with an ended instance', 'Stopped', { instance: inPhase('Succeeded') }],
    [
      'deleted, regardless of its instance',
      'Terminating',
      { virtualMachine: deletedMachine, instance: inPhase('Running') },
    ],
    ['with a terminating instance', 'Stopping', { instance: going('Running') }],
    ['with an ended instance during termination', 'Stopped', { instance: going('Succeeded') }],
    ['running', 'Running', { instance: inPhase('Running') }],
    ['with a disk that cannot be filled', 'DataVolumeError', { disks: [disk('Failed')] }],
    ['with a disk that is retried', 'DataVolumeError', { disks: [stoppedDisk('Error')] }],
    ['with an unschedulable disk', 'Provisioning', { disks: [stoppedDisk('Unschedulable')] }],
    ['without a suitable node', 'ErrorUnschedulable', { instance: unschedulable }],
    ['with a disk in progress', 'Provisioning', { disks: [disk('CloneInProgress')] }],
    ['with a pod that cannot pull its image', 'ErrImagePull', { instance: noImage }],
    ['with a starting instance', 'Starting', { instance: inPhase('Scheduled'), disks: [disk('Succeeded')] }],
    ['between two failed starts', 'CrashLoopBackOff', { startFailures: 2 }],
  ] as [string, string, Partial<MachineSituation>][])('%s: %s', (_name, status, given) => {
    const nothing = {
      virtualMachine: virtualMachine('vm'),
      instance: undefined,
      disks: [],
      startFailures: 0,
    };
    expect(printableStatus({ ...nothing, ...given })).toBe(status);
  });
});
