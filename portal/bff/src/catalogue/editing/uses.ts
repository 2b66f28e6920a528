/** What refers to an object of the catalogue. Pure but for the shared copies it looks at. */
import type { Use } from '@gpulease/contract/common';
import type { ComputeNode, SKU, Workload } from '@gpulease/crds';
import type { Informer } from '@gpulease/kube';
import type { Catalogue } from '../catalogue.ts';

export interface Uses {
  readonly total: number;
  /** The first of them. */
  readonly items: Use[];
}

/** As many as a person looks through. */
const SHOWN = 10;

/** What may refer to an object; a kind leaves out what never does. */
export interface Referring {
  readonly nodes?: (node: ComputeNode) => boolean;
  readonly skus?: (sku: SKU) => boolean;
  readonly workloads?: (workload: Workload) => boolean;
}

export interface UseReader {
  readonly catalogue: Catalogue;
  readonly workloads: Informer<Workload>;
  /** How the owner of a Workload is called. */
  readonly ownerName: (workload: Workload) => string;
}

/** Everything that refers to an object. Objects that are being deleted do not count, except for workloads. */
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
