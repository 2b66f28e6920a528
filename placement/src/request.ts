import type { PricingPolicy } from '@gpulease/crds';
import type { Amounts, NodeCapacity, Span } from './capacity.ts';
import type { NodeOccupancy } from './node-occupancy.ts';
import type { Ordered, WorkloadResources } from './resources.ts';
import { amountsOf, requesterOf } from './workload-allocation.ts';

/** What a workload needs of a node. */
export interface PlacementRequest {
  /** The workload's key. */
  workload: string;
  /** When the workload was created, in milliseconds since the epoch. */
  createdAt: number;
  region: string;
  sku: string;
  architecture: string;
  gpuModel?: string | undefined;
  /** Customer-facing name of the resource that may be short, such as "A100 80 GB". */
  what: string;
  amounts: Amounts;
  /** The amounts as customers know them, such as "8 A100 80 GB, 64 CPU cores, 512Gi of memory and 1Ti of disk". */
  wants: string;
  /** The time for which it needs the place. Spot looks only a little ahead: it may be interrupted later. */
  span: Span;
  spot: boolean;
  /** The only suitable node: the admin chose it, or the disk is on it. */
  node?: string | undefined;
  /** The node that it already holds, kept if it still fits. */
  prefer?: string | undefined;
  /** The node that it must leave for maintenance; nodes with maintenance ahead are unsuitable, too. */
  leaves?: string | undefined;
  /** The times of failed starts before this one, by node, in milliseconds since the epoch. */
  failedOn?: ReadonlyMap<string, number> | undefined;
}

/** A node and who holds what on it. */
export interface Candidate {
  node: NodeCapacity;
  occupancy: NodeOccupancy;
}

export function isOlder(a: Age, b: Age): boolean {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.workload < b.workload);
}

type Age = Pick<PlacementRequest, 'createdAt' | 'workload'>;

/** A workload that wants a place, with the objects it refers to. */
export interface Wanting extends Ordered {
  policy: PricingPolicy | undefined;
  resources: WorkloadResources;
  /** Size of its root disk. */
  disk: string;
  /** The architecture of the machine, or else of its image. */
  architecture: string;
  /** The only ComputeNode on which its disk can be used, if disks are local to nodes. */
  diskNode?: string | undefined;
  /** See launcherOverhead. */
  overheadRatio?: number;
  now: Date;
}

/** Returns the workload's request for a place. */
export function requestOf(wanting: Wanting): PlacementRequest {
  const { workload, policy, resources, disk, architecture, diskNode, overheadRatio } = wanting;
  const { spec, status } = workload;
  return {
    ...requesterOf(workload),
    region: spec.region,
    sku: spec.sku,
    architecture,
    gpuModel: resources.gpu?.model,
    what: whatIsWanted(wanting),
    wants: wants(wanting),
    amounts: amountsOf(resources, disk, overheadRatio),
    span: spanOf(wanting),
    spot: policy?.spec.mode === 'Spot',
    node: spec.placement?.nodeName ?? diskNode,
    prefer: status?.placed?.node,
  };
}

function whatIsWanted({ workload, gpu, sku }: Wanting): string {
  return gpu?.spec.model ?? sku?.spec.displayName ?? workload.spec.sku;
}

/** Returns text such as "8 A100 80 GB, 64 CPU cores, 512Gi of memory and 1Ti of disk". */
function wants(wanting: Wanting): string {
  const { cpu, memory, gpu } = wanting.resources;
  const gpus = gpu === undefined ? '' : `${gpu.count} ${whatIsWanted(wanting)}, `;
  return `${gpus}${cpu} CPU core${cpu === 1 ? '' : 's'}, ${memory} of memory and ${wanting.disk} of disk`;
}

/**
 * A reserved machine needs its place from its start to the end of its term, any other from now on. Now is 0, so that all
 * requests for an immediate place are alike.
 */
function spanOf({ workload, policy, now }: Wanting): Span {
  const start = Date.parse(workload.spec.reservation?.startTime ?? '');
  const from = start > now.getTime() ? start : 0;
  const termEnd = workload.status?.billing?.fundedUntil;
  const hasTerm = policy?.spec.mode === 'Reserved' && termEnd !== undefined;
  return hasTerm ? { from, until: Date.parse(termEnd) } : { from };
}
