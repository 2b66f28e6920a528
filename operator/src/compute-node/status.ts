import { conditionTypes } from '@gpulease/crds';
import type { Node } from '@gpulease/kube';
import type { Findings } from '../catalogue/status.ts';
import type { Allocation, Amounts } from '../placement/capacity.ts';
import { usageOf } from '../placement/usage.ts';
import { formatBytes } from '../quantity.ts';
import { allocatable, declared, nodeCapacity } from './capacity.ts';
import type { NodeView } from './node-view.ts';
import { closureOf, isNodeReady } from './closure.ts';
import { coreNodeName } from './core-node.ts';
import { FENCED_TAINT, isFenced } from './fencing.ts';

type Condition = Findings['conditions'][number];

/** What placement and workloads know of a ComputeNode. */
export interface NodeUse {
  allocations: readonly Allocation[];
  /** When the last of the machines there is stopped that have been given notice; RFC 3339. */
  lastStopAt?: string | undefined;
}

/** What is found of a ComputeNode. */
export function assessComputeNode(view: NodeView, { allocations, lastStopAt }: NodeUse): Findings {
  const { capacity, allocated, free } = usageOf(nodeCapacity(view), allocations);
  const disks = allocations.filter(({ stage }) => stage === 'DiskOnly').length;
  const machines = allocations.length - disks;
  const own = [
    nodeFound(view),
    capacityVerified(view),
    schedulable(view, machines),
    drained(view, { machines, disks, lastStopAt }),
  ];
  return {
    fields: {
      capacity: amounts(capacity),
      allocated: amounts(allocated),
      free: amounts(free),
      workloads: allocations.length,
    },
    conditions: [...own, ready(own)],
    references: allocations.length,
  };
}

function amounts({ cpu, memory, storage, gpus }: Amounts) {
  return { cpu: Math.floor(cpu / 1000), memory: formatBytes(memory), storage: formatBytes(storage), gpus };
}

function nodeFound({ computeNode, node, takenBy }: NodeView): Condition {
  const name = coreNodeName(computeNode);
  const type = conditionTypes.nodeFound;
  if (node !== undefined)
    return { type, status: 'True', reason: 'Found', message: `The cluster has Node ${name}.` };
  if (takenBy !== undefined) {
    const message = `ComputeNode ${takenBy} stands for Node ${name} already; delete one of the two, or name another Node in spec.nodeName.`;
    return { type, status: 'False', reason: 'Taken', message };
  }
  return {
    type,
    status: 'False',
    reason: 'NotFound',
    message: `The cluster has no Node ${name}; add it, or name another in spec.nodeName.`,
  };
}

function capacityVerified(view: NodeView): Condition {
  const type = conditionTypes.capacityVerified;
  if (view.node === undefined) {
    return { type, status: 'Unknown', reason: 'NodeNotFound', message: 'There is no Node to compare with.' };
  }
  const shortfalls = differences(declared(view), allocatable(view));
  if (shortfalls.length === 0) {
    return { type, status: 'True', reason: 'Verified', message: 'The Node has at least what is declared.' };
  }
  return {
    type,
    status: 'False',
    reason: 'LessThanDeclared',
    message: `The Node has only ${shortfalls.join(', ')}; mend what is missing, or declare less.`,
  };
}

/** For example "7 of 8 GPUs". */
function differences(wanted: Amounts, actual: Amounts): string[] {
  const parts: [boolean, string][] = [
    [actual.gpus < wanted.gpus, `${actual.gpus} of ${wanted.gpus} GPUs`],
    [actual.cpu < wanted.cpu, `${actual.cpu / 1000} of ${wanted.cpu / 1000} CPU cores`],
    [actual.memory < wanted.memory, `${formatBytes(actual.memory)} of ${formatBytes(wanted.memory)} memory`],
  ];
  return parts.flatMap(([isShort, words]) => (isShort ? [words] : []));
}

function schedulable(view: NodeView, machines: number): Condition {
  const type = conditionTypes.schedulable;
  const closure = closureOf(view);
  if (closure === undefined)
    return { type, status: 'True', reason: 'Open', message: 'Machines may be placed here.' };
  const advice = view.node && adviceFor(view.node, machines);
  const message = `The node ${closure.why}, so no machine is placed here${advice ?? ''}.`;
  return { type, status: 'False', reason: closure.reason, message };
}

/** What an administrator can do about a node that does not answer, or did not. */
function adviceFor(node: Node, machines: number): string | undefined {
  if (isNodeReady(node)) return isFenced(node) ? '; take the taint away when the node is well' : undefined;
  if (isFenced(node)) return '; what was on it is being removed, as it is confirmed to be off';
  if (machines === 0) return '; bring it back';
  return `; bring it back, or confirm by the taint ${FENCED_TAINT} that it is off, and its machines are given up`;
}

/** A node may be worked on when no machine is there; the disks that stay on it must outlive that. */
function drained(
  { computeNode }: NodeView,
  { machines, disks, lastStopAt }: { machines: number; disks: number; lastStopAt?: string | undefined },
): Condition {
  const type = conditionTypes.drained;
  if (machines === 0 && disks === 0)
    return { type, status: 'True', reason: 'Empty', message: 'No machine is here.' };
  if (machines === 0) return { type, status: 'True', reason: 'DisksRemain', message: remaining(disks) };
  const reason = computeNode.spec.state === 'Maintenance' ? 'Draining' : 'InUse';
  const count = machines === 1 ? '1 machine is' : `${machines} machines are`;
  const stop = lastStopAt === undefined ? '' : `; the last is stopped at ${utc(lastStopAt)}`;
  const others = disks === 0 ? '' : ` ${remaining(disks)}`;
  return { type, status: 'False', reason, message: `${count} here${stop}.${others}` };
}

/** For example "2026-01-01 06:07:26 UTC". */
function utc(timestamp: string): string {
  return `${timestamp.slice(0, 19).replace('T', ' ')} UTC`;
}

function remaining(disks: number): string {
  const whose =
    disks === 1 ? 'The disk of 1 stopped machine lies' : `The disks of ${disks} stopped machines lie`;
  return `${whose} here; keep the storage of the host as it is.`;
}

/** All is well when the node is there, has what is declared and takes machines. */
function ready(conditions: Condition[]): Condition {
  const type = conditionTypes.ready;
  const bad = conditions.find(
    ({ type: other, status }) => other !== conditionTypes.drained && status !== 'True',
  );
  if (bad === undefined) return { type, status: 'True', reason: 'Ready', message: 'The node runs machines.' };
  return { type, status: 'False', reason: bad.reason, message: bad.message };
}
