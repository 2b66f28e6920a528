import { phaseOf } from '@gpulease/crds';
import type { Span } from '../../placement/capacity.ts';
import type { PlacementOrder, Placer, PlacerAnswer } from '../../placement/placer.ts';
import { amountsOf, whoAsks } from '../../placement/workload-allocation.ts';
import { isMachineGone } from '../scope.ts';
import type { Scope } from '../scope.ts';
import { mayAskAgainAt } from './retry.ts';
import { impossibleOf, isReserved, isSpot, missingOf, stopOf } from './may-run.ts';
import { resourcesOf } from '../machine/resources.ts';
import type { WorkloadResources } from '../machine/resources.ts';
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
  const { spec, status } = workload;
  return {
    ...whoAsks(workload),
    region: spec.region,
    sku: spec.sku,
    architecture: architectureOf(scope),
    gpuModel: resources.gpu?.model,
    what: whatIsWanted(scope),
    wants: wants(scope, resources),
    amounts: amountsOf(resources, rootDiskSize(scope)),
    span: spanOf(scope),
    spot: isSpot(scope),
    node: spec.placement?.nodeName ?? scope.diskNode,
    prefer: status?.placed?.node,
    gpuQuota: tenant?.spec.quota?.gpus,
  };
}

/** The machine's own, once it was made; its image may have changed since. */
function architectureOf({ virtualMachine, image }: Scope): string {
  return virtualMachine?.spec.template.spec?.architecture ?? image?.spec.architecture ?? 'amd64';
}

function whatIsWanted({ workload, gpu, sku }: Scope): string {
  return gpu?.spec.model ?? sku?.spec.displayName ?? workload.spec.sku;
}

/** For example "8 A100 80 GB, 64 CPU cores, 512Gi of memory and 1Ti of disk". */
function wants(scope: Scope, { cpu, memory, gpu }: WorkloadResources): string {
  const gpus = gpu === undefined ? '' : `${gpu.count} ${whatIsWanted(scope)}, `;
  return `${gpus}${cpu} CPU core${cpu === 1 ? '' : 's'}, ${memory} of memory and ${rootDiskSize(scope)} of disk`;
}

/**
 * A reserved machine needs its place from its start to its term's end, any other from now on. Now is 0, so that all who
 * want their place at once want the same.
 */
function spanOf(scope: Scope): Span {
  const { workload, now } = scope;
  const start = Date.parse(workload.spec.reservation?.startTime ?? '');
  const from = start > now.getTime() ? start : 0;
  const termEnd = workload.status?.billing?.fundedUntil;
  return isReserved(scope) && termEnd !== undefined ? { from, until: Date.parse(termEnd) } : { from };
}
