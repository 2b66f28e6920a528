import type { ConditionChange } from '@gpulease/kube';
import type { VirtualMachineInstance, VirtualMachineStatus } from '@gpulease/kube/kubevirt';
import { conditionsFrom, ofSameReasons } from '../conditions.ts';
import { defined } from '../defined.ts';
import type { StateChangeRequest } from './power.ts';
import { printableStatus, type MachineSituation } from './printable-status.ts';
import type { StartFailure } from './start-failure.ts';

/** On an instance: the generation of the machine that it was made from. */
export const generationAnnotation = 'kubevirt.io/vm-generation';

export interface PowerRecord {
  runStrategy: string | undefined;
  requests: StateChangeRequest[];
  startFailure: StartFailure | undefined;
}

/** The VirtualMachine's whole status. */
export function machineStatus(
  situation: Omit<MachineSituation, 'startFailures'>,
  { runStrategy, requests, startFailure }: PowerRecord,
  now: Date,
): VirtualMachineStatus {
  const { virtualMachine, instance } = situation;
  const wanted = instanceConditions(instance);
  const before = ofSameReasons(virtualMachine.status?.conditions, wanted);
  const conditions = conditionsFrom(before, wanted, now);
  return defined({
    created: instance !== undefined,
    ready: conditions.some(({ type, status }) => type === 'Ready' && status === 'True'),
    printableStatus: printableStatus({
      ...situation,
      startFailures: startFailure?.consecutiveFailCount ?? 0,
    }),
    conditions,
    desiredGeneration: virtualMachine.metadata.generation,
    observedGeneration: observedGeneration(instance) ?? virtualMachine.metadata.generation,
    runStrategy,
    stateChangeRequests: requests.length === 0 ? undefined : requests,
    startFailure,
  });
}

function observedGeneration(instance: VirtualMachineInstance | undefined): number | undefined {
  const generation = instance?.metadata.annotations?.[generationAnnotation];
  return generation === undefined ? undefined : Number(generation);
}

/** All conditions of the instance stand on the machine too. */
function instanceConditions(instance: VirtualMachineInstance | undefined): ConditionChange[] {
  const conditions = (instance?.status?.conditions ?? []).map(
    ({ type, status, reason = '', message = '' }) => ({
      type,
      status: status as ConditionChange['status'],
      reason,
      message,
    }),
  );
  if (conditions.some(({ type }) => type === 'Ready')) return conditions;
  const [reason, message] =
    instance === undefined
      ? ['VMINotExists', 'VMI does not exist']
      : ['VMIConditionMissing', 'VMI is missing the Ready condition'];
  return [{ type: 'Ready', status: 'False', reason, message }, ...conditions];
}
