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

describe('the state of a machine in one word', () => {
  it.each([
    ['without an instance', 'Stopped', {}],
    ['with an instance that has ended', 'Stopped', { instance: inPhase('Succeeded') }],
    [
      'deleted, whatever else',
      'Terminating',
      { virtualMachine: deletedMachine, instance: inPhase('Running') },
    ],
    ['with an instance that goes', 'Stopping', { instance: going('Running') }],
    ['with an instance that goes and has ended', 'Stopped', { instance: going('Succeeded') }],
    ['running', 'Running', { instance: inPhase('Running') }],
    ['whose disk cannot be filled', 'DataVolumeError', { disks: [disk('Failed')] }],
    ['whose disk is tried again', 'DataVolumeError', { disks: [stoppedDisk('Error')] }],
    ['whose disk waits for a place', 'Provisioning', { disks: [stoppedDisk('Unschedulable')] }],
    ['for which there is no node', 'ErrorUnschedulable', { instance: unschedulable }],
    ['whose disk is filled', 'Provisioning', { disks: [disk('CloneInProgress')] }],
    ['whose pod has no image', 'ErrImagePull', { instance: noImage }],
    [
      'with an instance on its way',
      'Starting',
      { instance: inPhase('Scheduled'), disks: [disk('Succeeded')] },
    ],
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
