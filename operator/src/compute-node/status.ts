import { catalogueReasons, conditionTypes, nodeStateAt } from '@gpulease/crds';
import type { ComputeNode, FailedStart, GPUCheck, SuspectMachine } from '@gpulease/crds';
import { formatBytes } from '@gpulease/kube';
import { least, type Allocation, type Amounts } from '@gpulease/placement/capacity';
import type { Parameters } from '../catalogue/references.ts';
import { conditionFound, type Assessment, type FoundCondition } from '../catalogue/status.ts';
import { usageOf } from '@gpulease/placement/node-usage';
import { allocatable, expected, remainingCapacity, nodeCapacity } from './capacity.ts';
import { devicesAfter, type SeenDevice } from './devices.ts';
import { drained } from './drained.ts';
import { gpuCheckAfter } from './check-due.ts';
import { failedStartsAfter, failedStartsOn, startsMachines } from './failed-starts.ts';
import type { NodeView } from './node-view.ts';
import { heldByOthers } from '../core-node/other-pods.ts';
import { referencesResolved, type Fault } from './node-references.ts';
import { architectureOf } from './node-refusal.ts';
import { coreNodeName } from '../core-node/core-node.ts';
import { gpusForSale } from './quarantine.ts';
import { reliabilityAfter } from './reliability.ts';
import { schedulable } from './schedulable.ts';
import type { GPUCheckResult } from '../gpu-check-result.ts';
import type { StartOutcome } from '../start-outcome.ts';

/** Facts about a ComputeNode beyond the object itself and its Node. */
export interface NodeFacts {
  allocations: readonly Allocation[];
  /** When the last machine with notice is stopped; RFC 3339. */
  lastStopAt?: string | undefined;
  /** Faults in its references. */
  faults?: readonly Fault[] | undefined;
  /** Outcomes of starts that the status does not count yet. */
  outcomes?: readonly StartOutcome[] | undefined;
  /** The GPUs that its machines hold; absent without a core Node. */
  devices?: readonly SeenDevice[] | undefined;
  /** The GPU check settings of its region. */
  gpuCheck?: GPUCheck | undefined;
  /** Results of checks that the status does not contain yet. */
  checks?: readonly GPUCheckResult[] | undefined;
  /** Its machines that may have a broken GPU, including those that the status does not contain yet. */
  suspects?: readonly SuspectMachine[] | undefined;
}

/** Returns the observed status of a ComputeNode. */
export function assessComputeNode(seen: NodeView, facts: NodeFacts): Assessment {
  const { allocations, lastStopAt, faults = [], outcomes = [] } = facts;
  const failedStarts = failedStartsAfter(failedStartsOn(seen.computeNode), outcomes);
  const view = { ...seen, computeNode: withFailedStarts(seen.computeNode, failedStarts) };
  const { capacity, allocated, free } = usageOf(nodeCapacity(view), allocations);
  const disks = allocations.filter(({ stage }) => stage === 'DiskOnly').length;
  const machines = allocations.length - disks;
  const own = {
    found: nodeFound(view),
    references: referencesResolved(faults),
    capacity: capacityVerified(view),
    gpus: gpusForSale(view.computeNode, allocated.gpus - capacity.gpus),
    starts: startsMachines(view),
    open: schedulable(view, machines),
  };
  const found = [...Object.values(own), drained(view, { machines, disks, lastStopAt }), ready(view, own)];
  return {
    fields: {
      state: nodeStateAt(view.computeNode.spec, view.now),
      ...(view.node && { architecture: architectureOf(view.node) }),
      capacity: amounts(capacity),
      allocated: amounts(allocated),
      free: amounts(free),
      workloads: allocations.length,
      failedStarts,
      reliability: reliabilityAfter(seen.computeNode, { outcomes, conditions: found, now: seen.now }),
      ...gpuFields(seen, facts, { conditions: found, allocated: allocated.gpus }),
    },
    conditions: found,
    references: allocations.length,
  };
}

/** Returns the status of each GPU and of their check. Without a core Node the devices stay as they are. */
function gpuFields(
  { computeNode, now }: NodeView,
  { allocations, devices: seen, gpuCheck, checks: results = [], suspects: found = [] }: NodeFacts,
  { conditions, allocated }: { conditions: readonly FoundCondition[]; allocated: number },
) {
  const checked = results.flatMap((result) => result.checked);
  const devices =
    seen === undefined
      ? (computeNode.status?.devices ?? [])
      : devicesAfter(computeNode, { seen, checked, suspects: found, now });
  const suspects = { found, holding: holdersOf(allocations) };
  const news = { gpuCheck, results, conditions, devices, allocated, suspects, now };
  return { ...(devices.length > 0 && { devices }), gpuCheck: gpuCheckAfter(computeNode, news) };
}

/** Returns the keys of the workloads that hold GPUs. */
function holdersOf(allocations: readonly Allocation[]): ReadonlySet<string> {
  const holders = allocations.filter(({ amounts: { gpus } }) => gpus > 0);
  return new Set(holders.map(({ workload }) => workload));
}

/** Returns the ComputeNode as it is once the failed starts are written. */
function withFailedStarts(computeNode: ComputeNode, failedStarts: FailedStart[]): ComputeNode {
  const observedGeneration = computeNode.metadata.generation;
  return { ...computeNode, status: { ...computeNode.status, observedGeneration, failedStarts } };
}

function amounts({ cpu, memory, storage, gpus, pods }: Amounts) {
  return {
    cpu: Math.floor(cpu / 1000),
    memory: formatBytes(memory),
    storage: formatBytes(storage),
    gpus,
    pods,
  };
}

function nodeFound({ computeNode, node, takenBy }: NodeView): FoundCondition {
  const name = coreNodeName(computeNode);
  const { yes, no } = conditionFound(conditionTypes.nodeFound);
  if (node !== undefined) return yes(catalogueReasons.found, `The cluster has Node ${name}.`);
  if (takenBy !== undefined) {
    const message = `ComputeNode ${takenBy} already refers to Node ${name}; delete one of the two, or name another Node in spec.nodeName.`;
    return no(catalogueReasons.taken, message, { name: takenBy });
  }
  const message = `The cluster has no Node ${name}; add it, or name another in spec.nodeName.`;
  return no(catalogueReasons.notFound, message, { name });
}

/** Returns whether the Node has the declared amounts and other pods leave them to machines. */
function capacityVerified(view: NodeView): FoundCondition {
  const { yes, no, unknown } = conditionFound(conditionTypes.capacityVerified);
  if (view.node === undefined)
    return unknown(catalogueReasons.nodeNotFound, 'There is no Node to compare with.');
  const lacking = lackingWords(view);
  const held = heldWords(view);
  if (lacking === undefined && held === undefined)
    return yes(catalogueReasons.verified, 'The Node has at least what is declared.');
  const reason = lacking === undefined ? catalogueReasons.heldByOtherPods : catalogueReasons.lessThanDeclared;
  const message = [lacking, held].filter(Boolean).join(' ');
  return no(reason, message, shortageOf(view, reason));
}

/** Returns the actual amounts of scarce resources and the pods that hold the missing GPUs. */
function shortageOf(view: NodeView, reason: string): Parameters {
  const device = view.gpu?.spec.deviceName ?? 'gpu';
  const isHeld = reason === catalogueReasons.heldByOtherPods;
  const there = isHeld ? remainingCapacity(view) : allocatable(view);
  const wanted = isHeld ? least(expected(view), allocatable(view)) : expected(view);
  const { gpuHolders } = heldByOthers(view.otherPods ?? [], view.gpu?.spec.deviceName);
  const names = { gpus: device, cpu: 'cpu', memory: 'memory' };
  const lacking = shortfalls(wanted, there)
    .map(({ what, is, needed }) => `${names[what]} ${is}/${needed}`)
    .join(', ');
  return {
    ...(lacking && { lacking }),
    ...(isHeld && gpuHolders.length > 0 && { holders: listed(gpuHolders) }),
  };
}

function lackingWords(view: NodeView): string | undefined {
  const wanted = expected(view);
  const model = view.computeNode.spec.resources.gpus?.model;
  if (model !== undefined && view.gpu === undefined) return `There is no GPU ${model}.`;
  const parts = shortfallWords(wanted, allocatable(view), view.gpu?.spec.deviceName ?? 'GPUs');
  if (parts.length === 0) return undefined;
  const advice = 'repair what is missing, or declare less';
  return `Node ${coreNodeName(view.computeNode)} has ${parts.join(', ')}; ${advice}.`;
}

/** Maximum number of GPU-holding pods named in a message. */
const MOST_HOLDERS = 5;

function heldWords(view: NodeView): string | undefined {
  const there = least(expected(view), allocatable(view));
  const rest = remainingCapacity(view);
  const { gpuHolders } = heldByOthers(view.otherPods ?? [], view.gpu?.spec.deviceName);
  const gpus = there.gpus - rest.gpus;
  const others = shortfallWords({ ...there, gpus: 0 }, rest, '');
  const sentences = [
    gpus > 0 &&
      `${gpus} of ${there.gpus} GPUs ${gpus === 1 ? 'is' : 'are'} used by other pods: ${listed(gpuHolders)}.`,
    others.length > 0 && `Other pods leave only ${others.join(', ')}.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_HOLDERS;
  return names.slice(0, MOST_HOLDERS).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Returns phrases such as "7 of 8 nvidia.com/A100". */
function shortfallWords(wanted: Amounts, actual: Amounts, gpus: string): string[] {
  const names = { gpus: ` ${gpus}`, cpu: ' CPU cores', memory: ' memory' };
  return shortfalls(wanted, actual).map(({ what, is, needed }) => `${is} of ${needed}${names[what]}`);
}

function shortfalls(wanted: Amounts, actual: Amounts) {
  const written = {
    gpus: (amount: number) => amount,
    cpu: (millicores: number) => millicores / 1000,
    memory: formatBytes,
  };
  return (['gpus', 'cpu', 'memory'] as const)
    .filter((what) => actual[what] < wanted[what])
    .map((what) => ({ what, is: written[what](actual[what]), needed: written[what](wanted[what]) }));
}

/**
 * Returns whether machines of all its SKUs can be placed on the node. Placement uses what the Node actually has, so a node
 * with less than declared is still ready and reports what it has, unless it has none of its GPUs.
 */
function ready(
  view: NodeView,
  own: Record<'found' | 'references' | 'capacity' | 'gpus' | 'starts' | 'open', FoundCondition>,
): FoundCondition {
  const type = conditionTypes.ready;
  const { found, references, capacity, gpus, starts, open } = own;
  const hasNoGpus = expected(view).gpus > 0 && allocatable(view).gpus === 0;
  const bad = [found, references, ...(hasNoGpus ? [capacity] : []), open].find(
    ({ status }) => status !== 'True',
  );
  if (bad !== undefined) return { ...bad, type, status: 'False' };
  if (starts.status !== 'True') return { ...starts, type, status: 'True' };
  const less = [capacity, gpus].find(({ status }) => status !== 'True');
  if (less === undefined)
    return conditionFound(type).yes(catalogueReasons.ready, 'The node can run machines.');
  const message = `The node can run machines, but has less than declared. ${less.message}`;
  return { ...less, type, status: 'True', message };
}
