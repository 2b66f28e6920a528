/** Finds references to a catalogue object. Pure except for reads of the shared informers. */
import type { Use } from '@gpulease/contract/common';
import type { ComputeNode, SKU, Workload } from '@gpulease/crds';
import type { Informer } from '@gpulease/kube';
import type { Catalogue } from '../catalogue.ts';

export interface Uses {
  readonly total: number;
  /** The first references. */
  readonly items: Use[];
}

/** Maximum references to show. */
const SHOWN = 10;

/** Whether an object of each kind refers to the given one; absent for kinds that never do. */
export interface Referring {
  readonly nodes?: (node: ComputeNode) => boolean;
  readonly skus?: (sku: SKU) => boolean;
  readonly workloads?: (workload: Workload) => boolean;
}

export interface UseReader {
  readonly catalogue: Catalogue;
  readonly workloads: Informer<Workload>;
  /** Returns the username of a Workload's owner. */
  readonly ownerName: (workload: Workload) => string;
}

/** Returns all references to an object. Nodes and SKUs being deleted do not count; workloads do. */
export function usesOf(reader: UseReader, refers: Referring): Uses {
  const { nodes, skus, workloads } = refers;
  const { catalogue, ownerName } = reader;
  const found: Use[] = [
    ...of(catalogue.nodes, nodes)
      .filter(stays)
      .map(({ metadata: { name }, spec: { region } }) => ({ kind: 'NODE' as const, name, region })),
    ...of(catalogue.skus, skus)
      .filter(stays)
      .map(({ metadata: { name } }) => ({ kind: 'SKU' as const, name })),
    ...of(reader.workloads, workloads).map((workload) => ({
      kind: 'WORKLOAD' as const,
      name: workload.metadata.name,
      user: ownerName(workload),
    })),
  ];
  return { total: found.length, items: found.slice(0, SHOWN) };
}

function of<T>({ store }: Informer<T>, refers: ((object: T) => boolean) | undefined): T[] {
  return refers ? store.list().filter(refers) : [];
}

function stays({ metadata }: ComputeNode | SKU): boolean {
  return metadata.deletionTimestamp === undefined;
}
