import { phaseOf } from '@gpulease/crds';
import { requestOf } from '@gpulease/placement/request-of';
import { resourcesOf } from '@gpulease/placement/resources';
import type { PlacementOrder, Placer, PlacerAnswer } from '../../placement/placer.ts';
import { isMachineGone } from '../scope.ts';
import type { Scope } from '../scope.ts';
import { mayAskAgainAt } from './retry.ts';
import { impossibleOf, missingOf, stopOf } from './may-run.ts';
import { rootDiskSize } from '../machine/root-disk.ts';

/** Asks for a place if the workload waits for one and nothing else stands in the way. */
export function askForPlace(scope: Scope, placer: Placer): PlacerAnswer | undefined {
  const order = isReadyForPlace(scope) ? placementOrder(scope) : undefined;
  if (order !== undefined) return placer.place(order);
  placer.leave(scope.key);
  return undefined;
}

function isReadyForPlace(scope: Scope): boolean {
  const { workload } = scope;
  if (phaseOf(workload) !== 'Pending' || workload.metadata.deletionTimestamp !== undefined) return false;
  const hindrance = stopOf(scope) ?? impossibleOf(scope) ?? missingOf(scope);
  return hindrance === undefined && isMachineGone(scope) && mayAskAgainAt(scope) === undefined;
}

function placementOrder(scope: Scope): PlacementOrder | undefined {
  const { workload, tenant } = scope;
  const resources = resourcesOf(scope);
  if (resources === undefined) return undefined;
  const disk = rootDiskSize(scope);
  return {
    ...requestOf({ ...scope, resources, disk, architecture: architectureOf(scope) }),
    tenant: workload.metadata.namespace ?? '',
    gpuQuota: tenant?.spec.quota?.gpus,
  };
}

/** The machine's own, once it was made; its image may have changed since. */
function architectureOf({ virtualMachine, image }: Scope): string {
  return virtualMachine?.spec.template.spec?.architecture ?? image?.spec.architecture ?? 'amd64';
}
