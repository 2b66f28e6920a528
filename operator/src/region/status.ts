import { SHOWN_MODELS, catalogueReasons, conditionTypes, type RegionStatus } from '@gpulease/crds';
import type { KubeVirt } from '@gpulease/kube/kubevirt';
import type { NodeCapacity } from '@gpulease/placement/capacity';
import { namedObjects } from '../catalogue/references.ts';
import { conditionFound, type Assessment, type FoundCondition } from '../catalogue/status.ts';
import type { WorkloadCounts } from '../catalogue/object-counts.ts';
import { overheadRatioOf } from '../kubevirt/configuration.ts';
import type { Placer } from '@gpulease/placement/placer';
import { classWords, type NamedClass } from './classes.ts';
import { gpuUsage } from '@gpulease/placement/node-usage';

export interface RegionFacts {
  nodes: readonly NodeCapacity[];
  workloads: WorkloadCounts;
  /** Classes that the region needs and the cluster lacks. */
  missing: NamedClass[];
  /** The cluster's node ports and how many are free, if machines are reached through them. */
  nodePorts?: RegionStatus['nodePorts'];
  /** GPU models that no machine can use now, so that none of their GPUs is free. */
  unusableModels?: ReadonlySet<string>;
  kubeVirt?: KubeVirt | undefined;
  /** Whether the cluster enforces NetworkPolicies. */
  networkPolicies: FoundCondition;
}

/** Returns the observed status of a region. */
export function assessRegion(
  placer: Placer,
  { nodes, workloads, missing, nodePorts, kubeVirt, networkPolicies, unusableModels }: RegionFacts,
): Assessment {
  const open = nodes.filter(({ closed }) => closed === undefined).length;
  const capacity = byModel(placer, nodes).map((one) =>
    unusableModels?.has(one.model) ? { ...one, free: 0 } : one,
  );
  const ratio = overheadRatioOf(kubeVirt);
  return {
    fields: {
      nodes: { total: nodes.length, ready: open },
      gpus: {
        total: sum(capacity.map(({ total }) => total)),
        allocated: sum(capacity.map(({ allocated }) => allocated)),
        free: sum(capacity.map(({ free }) => free)),
      },
      capacity: capacity.slice(0, SHOWN_MODELS),
      ...(nodePorts && { nodePorts }),
      ...(ratio > 1 && { additionalGuestMemoryOverheadRatio: String(ratio) }),
      workloads: workloads.naming,
    },
    conditions: [classesMissing(missing) ?? ready(nodes.length, open), networkPolicies],
    references: nodes.length + workloads.needing,
  };
}

function byModel(placer: Placer, nodes: readonly NodeCapacity[]) {
  const models = Map.groupBy(nodes, ({ gpuModel }) => gpuModel);
  return [...models]
    .flatMap(([model, ofModel]) => (model === undefined ? [] : [{ model, ...gpuUsage(placer, ofModel) }]))
    .sort((a, b) => (a.model < b.model ? -1 : 1));
}

const { yes, no } = conditionFound(conditionTypes.ready);

function classesMissing(missing: NamedClass[]): FoundCondition | undefined {
  if (missing.length === 0) return undefined;
  const message = `There is no ${missing.map(classWords).join(' and no ')}; create what is missing, or name another in the region's spec.`;
  return no(catalogueReasons.referenceMissing, message, namedObjects(missing));
}

function ready(total: number, open: number): FoundCondition {
  if (open > 0) return yes(catalogueReasons.nodesReady, 'The region can run machines.');
  if (total > 0)
    return no(
      catalogueReasons.noNodeReady,
      'No ComputeNode of the region can take machines now; the condition Schedulable of each says why.',
    );
  return no(
    catalogueReasons.noNodes,
    'The region has no ComputeNode yet; create one that names it in spec.region.',
  );
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
