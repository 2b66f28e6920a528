import { workloadReasons, type IdleRule, type WorkloadStatus } from '@gpulease/crds';
import { USER_DATA_KEY } from '../../kubevirt/cloud-init.ts';
import { foreignText, formatBytes, utcWords } from '@gpulease/kube';
import { FENCED_TAINT } from '../../compute-node/taints.ts';
import type { Software } from '../../caches.ts';
import type { Access } from '../../kubevirt/service.ts';
import type { Cause } from './cause.ts';

/** Messages that are the same for every workload. */
const sentences = {
  waitingForOrder: 'Waiting for the order to be confirmed.',
  waitingForSettlement: 'Earlier runs of this machine are still being settled; it starts when that is done.',
  tenantUnknown: 'This namespace belongs to no user, so machines cannot run in it.',
  tenantSuspended: 'Your account is suspended; contact support.',
  imageNotReady: 'The image is still being prepared; the machine starts when it is ready.',
  placing: 'Looking for a node with enough free capacity.',
  booked: 'The capacity is reserved; the machine starts at the chosen time.',
  awaitingSpot: 'Capacity was found; the machine starts as soon as the spot machines there have stopped.',
  reservationTooFar:
    'Capacity can be reserved at most 30 days ahead; yours is reserved 30 days before the start.',
  diskElsewhere: "The machine's disk is on a different node from the chosen one.",
  addressNotInRegion: "The chosen address is not one of the region's addresses.",
  notExposed: 'The machine has no address yet.',
  hostTaken: 'This HTTP host is already in use; choose another.',
  diskGrowsAtStart: 'The root disk grows when the machine next starts, if its node has room.',
  noRoomForDisk: "The machine's node has no room for a larger root disk; the disk grows when there is room.",
  diskGrowing: 'The root disk is growing.',
  scheduled: 'A node was found; the machine is about to start.',
  nodeUnavailable: 'The node went out of service before the start; looking for another node.',
  placeClaimed: 'The capacity was needed for another order before the start; looking for another node.',
  unschedulable: 'The node had no room for the machine after all; looking for another node.',
  orderSoldOut:
    'No capacity was free, and the order was not set to wait. The payment is refunded to the balance; order again later, or choose to wait.',
  starting: 'The machine is starting.',
  running: 'The machine is running.',
  stopped: 'The machine is stopped; its disk is kept.',
  destroyRequested: 'The machine is being destroyed.',
  destroyed: 'The machine and its disk have been deleted.',
  stopRequested: 'The machine was stopped as requested.',
  scheduledStop: 'The machine was stopped as scheduled; its disk is kept.',
  gpuMeasured: 'GPU utilization is being measured.',
  noGpu: 'The machine has no GPU, so its schedule never stops it; choose another kind of schedule.',
  measuresMissing:
    'GPU metrics have been missing or incomplete for ten minutes, so the schedule does not stop the machine; check that the DCGM exporter runs in it.',
  runwayEnded: 'The balance is used up; recharge, then start the machine again.',
  termEnded: 'The reserved term has ended.',
  guestPoweredOff: 'The machine was shut down from inside.',
  spotInterrupted: 'The capacity was needed for another order.',
  noticeWithdrawn: 'The notice was withdrawn; the machine keeps running.',
  moving:
    'An administrator chose another node for this machine: it is being stopped and will start there from its disk.',
  moveWaiting:
    'An administrator chose another node for this machine. It keeps running until it can start there; then it is stopped and started again. Save your work.',
  maintenanceMove:
    'The machine is moving before the maintenance, as requested: it is being stopped and will start on another node from its disk.',
  maintenanceMoveWaiting:
    'The machine cannot start on another node now, so it keeps running. If that does not change within five minutes of the move request, it stays.',
  restartRequested: 'The machine is restarting as requested.',
  machineReplaced: 'The machine ended unexpectedly and is being started again.',
  startDeadlineExceeded: 'The machine did not start in time; try again or contact support.',
  crashLoop: 'The machine crashed three times within ten minutes; check its console, then start it again.',
  imageImportFailed:
    'The image could not be imported; the machine starts once this is fixed. If it is urgent, contact support.',
} as const satisfies Partial<Record<keyof typeof workloadReasons, string>>;

function causesOf<Name extends keyof typeof workloadReasons>(
  said: Record<Name, string>,
): Record<Name, Cause> {
  const names = Object.keys(said) as Name[];
  const told = names.map((name) => [name, { reason: workloadReasons[name], message: said[name] }]);
  return Object.fromEntries(told) as Record<Name, Cause>;
}

/** The causes above, and those that have a detail or share a reason. */
export const causes = {
  ...causesOf(sentences),
  addressByBalancer: {
    reason: workloadReasons.addressNotInRegion,
    message: "The region's load balancer assigns the addresses, so none can be chosen; leave it out.",
  },
  awaitingBalancer: {
    reason: workloadReasons.notExposed,
    message:
      "The region's load balancer has not assigned an address yet; if this takes long, contact support.",
  },
  noHostsInRegion: {
    reason: workloadReasons.hostNotInRegion,
    message: 'The region does not offer HTTP hosts; leave the host out.',
  },
  metricsNotConfigured: {
    reason: workloadReasons.metricsNotConfigured,
    message: 'The platform does not measure GPUs, so the schedule does not stop the machine.',
    detail: 'Set metrics.url of the chart to the address of Prometheus.',
  },
  exporterMissing: {
    reason: workloadReasons.exporterMissing,
    message:
      'The machine was made from an image without a GPU exporter, so its schedule does not stop it; choose another kind of schedule.',
    detail:
      "Set spec.gpu.metricsPort of the VMImage to its DCGM exporter's port; it applies to machines created afterwards.",
  },
  diskOnNode: {
    reason: workloadReasons.diskElsewhere,
    message: "The machine's disk is on its node, so it cannot run on another one.",
  },
  hostWentDown: {
    reason: workloadReasons.machineReplaced,
    message: "The machine's node went down, so the machine is being started again.",
  },
  preempted: {
    reason: workloadReasons.preempted,
    message:
      "The platform's own services needed the machine's capacity on its node, so the machine is being started again.",
    detail: 'kube-scheduler preempted its pod for one of higher priority than gpulease-machine.',
  },
} satisfies Record<string, Cause>;

export function holdsPlace(node: string): Cause {
  return { reason: causes.scheduled.reason, message: `The machine is placed on node ${node}.` };
}

/** Writes that the API server or a webhook refuses; its message becomes the detail. */
export const refusals = causesOf({
  serviceRefused: "The platform could not open the machine's ports; we have been notified.",
  networkPolicyRefused: "The platform could not set up the machine's network; we have been notified.",
  ingressRefused: 'The platform could not set up the HTTP host; we have been notified.',
  secretRefused: "The platform could not install the machine's keys; we have been notified.",
  virtualMachineRefused: 'The platform could not create the machine; we have been notified.',
  diskRefused: 'The platform could not make the root disk larger and keeps trying.',
  stopRefused: 'The platform could not switch the machine off; we have been notified.',
  deletionRefused: 'The platform could not delete the machine completely; we have been notified.',
});

/** The schedule stopped the machine because its GPUs were idle. */
export function idleStop(rule: IdleRule): Cause {
  return {
    reason: workloadReasons.idleStop,
    message: `The machine was stopped because its GPUs were below ${rule.gpuPercent}% utilization for ${rule.minutes} minutes; its disk is kept.`,
    parameters: wordsOf(rule),
  };
}

function idleStopNotice(rule: IdleRule, at: string): Cause {
  return {
    reason: workloadReasons.idleStopNotice,
    message: `The machine's GPUs are below ${rule.gpuPercent}% utilization. If this continues, it will be stopped at ${at}. Postpone the stop if you need it.`,
    parameters: wordsOf(rule),
  };
}

function wordsOf({ gpuPercent, minutes }: IdleRule): Cause['parameters'] {
  return { percent: String(gpuPercent), minutes: String(minutes) };
}

/** `why` is the administrator's reason, if any. */
export function maintenance(why = ''): Cause {
  return {
    reason: workloadReasons.maintenance,
    message: `The machine was stopped for its node's maintenance${inBrackets(why)}.`,
    ...verbatim(why),
  };
}

function verbatim(why: string): Pick<Cause, 'parameters'> {
  return why === '' ? {} : { parameters: { why } };
}

/** Details of an interruption: the reason of a maintenance, and what the order chose for Spot. */
export interface Interruption {
  why?: string | undefined;
  isDestroyed?: boolean | undefined;
  /** The rule by which the schedule stops it. */
  idle?: IdleRule | undefined;
}

/** Announces to the machine's users when and why it will be stopped or destroyed. */
export function notice(
  { reason, stopAt }: NonNullable<WorkloadStatus['interruption']>,
  { why = '', isDestroyed = false, idle }: Interruption,
): Cause {
  const end = isDestroyed ? 'destroyed with its disk' : 'stopped';
  const at = utcWords(stopAt, 19);
  if (reason === 'Schedule') return idle === undefined ? scheduledStopNotice(at) : idleStopNotice(idle, at);
  return reason === 'Spot'
    ? {
        reason: workloadReasons.spotNotice,
        message: `The capacity is needed for another order: the machine will be ${end} at ${at}. Save your work${isDestroyed ? ' elsewhere' : ''}.`,
      }
    : {
        reason: workloadReasons.maintenanceNotice,
        message: `The node is going into maintenance${inBrackets(why)}: the machine will be stopped at ${at}. Save your work.`,
        ...verbatim(why),
      };
}

function scheduledStopNotice(at: string): Cause {
  return {
    reason: workloadReasons.scheduledStopNotice,
    message: `The machine will be stopped at ${at} as scheduled. Save your work, or postpone the stop.`,
  };
}

export function frozen(reason: string): Cause {
  return {
    reason: workloadReasons.frozen,
    message: `An administrator has locked this machine: ${reason}`,
    ...verbatim(reason),
  };
}

export function referenceMissing(kind: string, name: string): Cause {
  return {
    reason: workloadReasons.referenceMissing,
    message: `There is no ${kind} ${name}; the machine starts when there is one.`,
    parameters: { kind, name },
  };
}

/** KubeVirt or CDI is not installed. */
export function softwareMissing(name: Software): Cause {
  return {
    reason: name === 'CDI' ? workloadReasons.cdiMissing : workloadReasons.kubeVirtMissing,
    message: `The cluster has no ${name}, so no machine can start until it is installed; contact support.`,
  };
}

export function referenceDeleted(kind: string, name: string): Cause {
  return {
    reason: workloadReasons.referenceDeleted,
    message: `The ${kind} ${name} was deleted, so this order cannot be fulfilled.`,
    parameters: { kind, name },
  };
}

export function storageCannotGrow(size: string): Cause {
  return {
    reason: workloadReasons.storageCannotGrow,
    message: `The region's storage cannot make a disk larger, so the root disk stays at ${size}.`,
    parameters: { size },
  };
}

export function diskNotIncluded(size: string): Cause {
  return {
    reason: workloadReasons.diskNotIncluded,
    message: `The price includes a root disk of ${size}; it does not grow beyond that.`,
    parameters: { size },
  };
}

export function userDataMissing(secret: string): Cause {
  return {
    reason: workloadReasons.userDataMissing,
    message: `There is no Secret ${secret} with the key ${USER_DATA_KEY} in this namespace; create it, or remove spec.userDataSecret.`,
    parameters: { name: secret },
  };
}

export function gpuNotPermitted(model: string): Cause {
  return {
    reason: workloadReasons.gpuNotPermitted,
    message: `The cluster does not offer GPU model ${model} yet; contact support.`,
  };
}

/** `words` is the message of the API server, which contains the valid range if the port is outside of it. */
export function portRefused(port: number, words: string): Cause {
  const range = /range of valid ports is (\d+-\d+)/.exec(words)?.[1];
  return range === undefined
    ? {
        reason: workloadReasons.portTaken,
        message: `SSH port ${port} is taken; choose another.`,
        parameters: { port: `${port}` },
      }
    : {
        reason: workloadReasons.portOutOfRange,
        message: `SSH port ${port} is outside the range ${range}; choose one within it.`,
        parameters: { port: `${port}`, range },
      };
}

type Excess = Record<'quota' | 'used' | 'wanted', number>;

export function portQuotaExceeded({ quota, used, wanted }: Excess): Cause {
  return {
    reason: workloadReasons.portQuotaExceeded,
    message: `The quota of ${quota} mapped ports would be exceeded: ${used} in use, ${wanted} more requested. Close ports you do not need, or ask for a larger quota.`,
    parameters: { quota: `${quota}`, used: `${used}`, wanted: `${wanted}` },
  };
}

/** All in bytes. */
export function storageQuotaExceeded({ quota, used, wanted }: Excess): Cause {
  return {
    reason: workloadReasons.storageQuotaExceeded,
    message: `The quota of ${formatBytes(quota)} of disk space would be exceeded: ${formatBytes(used)} in use, ${formatBytes(wanted)} more requested. Destroy machines you do not need (stopped ones keep their disks), or ask for a larger quota.`,
    parameters: { quota: formatBytes(quota), used: formatBytes(used), wanted: formatBytes(wanted) },
  };
}

export function hostNotInRegion(domain: string): Cause {
  return {
    reason: workloadReasons.hostNotInRegion,
    message: `The HTTP host must end with ${domain}, the region's domain.`,
    parameters: { domain },
  };
}

export function guestNotReady(access: Access): Cause {
  const service = access === 'rdp' ? 'Remote Desktop' : 'SSH';
  return {
    reason: workloadReasons.guestNotReady,
    message: `The machine is running but does not answer over ${service}: its system is still starting, or its ${service} service is off.`,
  };
}

export function notOnOffer(kind: string, name: string): Cause {
  return {
    reason: workloadReasons.notOnOffer,
    message: `The ${kind} ${name} is not available at the moment.`,
    parameters: { kind, name },
  };
}

export function nodeNotReady(node: string): Cause {
  return {
    reason: workloadReasons.nodeNotReady,
    message: `Node ${node} is not responding; if this lasts ten minutes, the machine is marked as failed.`,
  };
}

/** What happens to a machine with `onNodeLoss: MoveIfPossible` after its node is lost. */
export type Move = 'Moves' | 'DiskOnNode';

const afterNodeLoss: Readonly<Record<Move | 'Waits', string>> = {
  Waits: 'The machine can be started again when the node is back or confirmed to be off.',
  Moves:
    'The machine restarts from its disk on another node once it is confirmed that it no longer runs on this one.',
  DiskOnNode:
    'The disk is on that node, so the machine cannot start on another one; it can be started again when the node is back.',
};

export function nodeLost(node: string, move?: Move): Cause {
  return {
    reason: workloadReasons.nodeLost,
    message:
      `Node ${node} did not respond for ten minutes, so the machine was marked as failed; support has been notified, ` +
      `and the disk is kept. ${afterNodeLoss[move ?? 'Waits']}`,
    detail: `The taint ${FENCED_TAINT} on the Node confirms that it is off.`,
    ...(move !== undefined && { parameters: { move } }),
  };
}

export function imagePullError(why: string): Cause {
  return {
    reason: workloadReasons.imagePullError,
    message: `The image of the machine's pod cannot be pulled; contact support${inBrackets(why)}.`,
  };
}

/** `why` is KubeVirt's message. */
export function refusedByKubeVirt(why: string): Cause {
  return {
    reason: workloadReasons.refusedByKubeVirt,
    message: 'The platform could not start the machine yet and keeps trying; if this lasts, contact support.',
    detail: foreignText(why) || undefined,
  };
}

/** `why` is kube-scheduler's message. */
export function unschedulable(why: string): Cause {
  return { ...causes.unschedulable, detail: foreignText(why) || undefined };
}

export function nodeGone(node: string): Cause {
  const { reason } = causes.unschedulable;
  return { reason, message: `Node ${node} is no longer in the cluster; looking for another node.` };
}

/** A start that took too long, with the failure that delayed it if known. */
export function startDeadlineExceeded(failure: Cause | undefined): Cause {
  if (failure === undefined) return causes.startDeadlineExceeded;
  const { reason } = causes.startDeadlineExceeded;
  return { ...failure, reason, message: `The machine did not start in time: ${failure.message}` };
}

/** The remains of a machine that should be gone. */
export interface Leftover {
  pod?: string | undefined;
  instance?: string | undefined;
  node: string;
  isNodeReady: boolean;
}

export function stuckTerminating({ pod, instance, node, isNodeReady }: Leftover): Cause {
  return {
    reason: workloadReasons.stuckTerminating,
    message: 'The machine did not shut down in time; we have been notified.',
    detail: stuckDetail({ pod, instance, node, isNodeReady }),
  };
}

/** One of our objects is being deleted, but finalizers block it. */
export function deletionStuck(
  kind: string,
  { name, finalizers = [] }: { name: string; finalizers?: string[] | undefined },
): Cause {
  const why = finalizers.length === 0 ? '' : ` for the finalizers ${foreignText(finalizers.join(', '))}`;
  return {
    reason: workloadReasons.deletionStuck,
    message: 'The machine is off, but part of it has not been deleted yet; we have been notified.',
    detail: `${kind} ${name} waits${why}; check the controllers that set them.`,
  };
}

function stuckDetail({ pod, instance, node, isNodeReady }: Leftover): string {
  if (pod === undefined) {
    const kept = instance === undefined ? 'does not report it as off' : `keeps instance ${instance}`;
    return `It no longer has a pod; check why KubeVirt ${kept}.`;
  }
  const what = `Pod ${pod} on node ${node} has not terminated`;
  return isNodeReady
    ? `${what}; check virt-handler and the kubelet of that node.`
    : `${what} and the node is not responding; bring it back, or confirm with the taint ${FENCED_TAINT} that it is off.`;
}

/** Formats foreign text as a part of our sentence. */
function inBrackets(words: string): string {
  const text = foreignText(words);
  return text === '' ? '' : ` (${text})`;
}
