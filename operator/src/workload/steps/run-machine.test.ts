import { expect, it } from '@jest/globals';
import type { DataVolume } from '@gpulease/kube/kubevirt';
import { aScope, aVirtualMachine, aWorkload } from '../../testing/scope.ts';
import type { WorkloadContext } from '../context.ts';
import { observe } from '../decide/observe.ts';
import { isMachineGone } from '../scope.ts';
import { runMachine } from './run-machine.ts';

it('does not consider a machine gone that was just switched off', async () => {
  const patches: object[] = [];
  const virtualMachines = {
    patch: (machine: object, change: object) =>
      Promise.resolve({ ...machine, ...change, patched: patches.push(change) }),
  };
  const scope = aScope(aWorkload({ powerState: 'Stopped' }, { phase: 'Stopping' }), {
    virtualMachine: aVirtualMachine({ runStrategy: 'RerunOnFailure' }),
    rootDisk: { status: { phase: 'CloneInProgress' } } as DataVolume,
  });

  await runMachine(scope, { children: { virtualMachines } } as unknown as WorkloadContext, {
    observed: observe(scope),
    transition: undefined,
    standingFailure: undefined,
  });

  expect(patches).toEqual([{ spec: { runStrategy: 'Halted' } }]);
  expect(isMachineGone(scope)).toBe(false);
});
