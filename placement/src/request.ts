import type { Amounts, NodeCapacity, Span } from './capacity.ts';
import type { NodeOccupancy } from './node-occupancy.ts';

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
  /** What customers call that which may be short, such as "A100 80 GB". */
  what: string;
  amounts: Amounts;
  /** The amounts as customers know them, such as "8 A100 80 GB, 64 CPU cores, 512Gi of memory and 1Ti of disk". */
  wants: string;
  /** The time it needs the place for. Spot looks only a little ahead: it may be interrupted later. */
  span: Span;
  spot: boolean;
  /** The only node that will do: the admin chose it, or the disk lies there. */
  node?: string | undefined;
  /** The node it holds already, kept when it still fits. */
  prefer?: string | undefined;
  /** The node that it has to leave for maintenance; those that have maintenance ahead will not do either. */
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
