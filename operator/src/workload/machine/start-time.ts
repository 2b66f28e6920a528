import type { Scope } from '../scope.ts';

/** When it is to start at the earliest: as reserved, or else as an administrator chose. */
export function startTimeOf({ workload, policy }: Pick<Scope, 'workload' | 'policy'>): string | undefined {
  const { reservation, placement } = workload.spec;
  // A reserved term is paid for from its start on, so nobody else delays it.
  const isChosen = policy?.spec.mode !== 'Reserved';
  return reservation?.startTime ?? (isChosen ? placement?.startTime : undefined);
}
