import { USER_DATA_KEY } from '../../kubevirt/cloud-init.ts';
import type { WorkloadStatus } from '@gpulease/crds';
import { FENCED_TAINT } from '../../compute-node/fencing.ts';
import type { Access } from '../../kubevirt/service.ts';
import type { Cause } from '../cause.ts';

/** The reasons that are the same for every workload, each with the sentence its customer reads. */
export const causes = {
  waitingForOrder: { reason: 'WaitingForOrder', message: 'Waiting for the order to be confirmed.' },
  waitingForSettlement: {
    reason: 'WaitingForSettlement',
    message: 'Earlier runs of this machine are still being settled; it starts when they are.',
  },
  tenantUnknown: {
    reason: 'TenantUnknown',
    message: 'This namespace belongs to no user, so machines cannot run in it.',
  },
  tenantSuspended: { reason: 'TenantSuspended', message: 'Your account is suspended.' },
  imageNotReady: {
    reason: 'ImageNotReady',
    message: 'The image is still being prepared; your machine follows.',
  },
  placing: { reason: 'Placing', message: 'Looking for a node with enough free capacity.' },
  booked: {
    reason: 'Booked',
    message: 'The capacity is booked; the machine starts at the time you reserved.',
  },
  awaitingSpot: {
    reason: 'AwaitingSpot',
    message: 'A place is taken for your machine; it starts as soon as the Spot machines there have left.',
  },
  reservationTooFar: {
    reason: 'ReservationTooFar',
    message: 'Capacity is booked at most 30 days ahead; it is booked for you 30 days before your start.',
  },
  diskElsewhere: {
    reason: 'DiskElsewhere',
    message: "The machine's disk lies on another node than the one that was chosen.",
  },
  addressNotInRegion: {
    reason: 'AddressNotInRegion',
    message: "The address that was chosen is not one of the region's addresses.",
  },
  addressByBalancer: {
    reason: 'AddressNotInRegion',
    message:
      "The region's load balancer gives every machine its address, so none can be chosen; leave it out.",
  },
  notExposed: { reason: 'NotExposed', message: 'The machine has no address yet.' },
  awaitingBalancer: {
    reason: 'NotExposed',
    message:
      "The region's load balancer has given the machine no address yet; if that lasts, an administrator has to see to it.",
  },
  noHostsInRegion: {
    reason: 'HostNotInRegion',
    message: 'The region serves no HTTP hosts; leave the host out.',
  },
  hostTaken: { reason: 'HostTaken', message: 'Another machine already has this HTTP host; choose another.' },
  diskGrowsAtStart: {
    reason: 'DiskGrowsAtStart',
    message: 'The root disk grows when the machine next starts, if its node has room.',
  },
  noRoomForDisk: {
    reason: 'NoRoomForDisk',
    message: "The machine's node has no room for a larger root disk; it grows when there is.",
  },
  diskGrowing: { reason: 'DiskGrowing', message: 'The root disk is growing.' },
  scheduled: { reason: 'Scheduled', message: 'A node was found; the machine is about to start.' },
  nodeLeft: {
    reason: 'NodeUnavailable',
    message: 'The node went out of service before the start; looking for another.',
  },
  placeClaimed: {
    reason: 'PlaceClaimed',
    message: 'The capacity was needed for a regular order before the start; looking for another place.',
  },
  unschedulable: {
    reason: 'Unschedulable',
    message: 'The node had no room for the machine after all; looking for another place.',
  },
  starting: { reason: 'Starting', message: 'The machine is starting.' },
  running: { reason: 'Running', message: 'The machine is running.' },
  stopped: { reason: 'Stopped', message: 'The machine is stopped; its disk is kept.' },
  destroyRequested: { reason: 'DestroyRequested', message: 'The machine is being destroyed.' },
  destroyed: { reason: 'Destroyed', message: 'The machine and its disk are gone.' },
  switchedOff: { reason: 'StopRequested', message: 'The machine is switched off (spec.powerState).' },
  runwayEnded: {
    reason: 'RunwayEnded',
    message: 'The balance does not last any longer; recharge and start again.',
  },
  termEnded: { reason: 'TermEnded', message: 'The reserved term has ended.' },
  guestPoweredOff: { reason: 'GuestPoweredOff', message: 'The machine was shut down from inside.' },
  spotInterrupted: { reason: 'SpotInterrupted', message: 'The capacity was needed for regular orders.' },
  noticeWithdrawn: {
    reason: 'NoticeWithdrawn',
    message: 'The notice is withdrawn: the machine goes on.',
  },
  restartRequested: {
    reason: 'RestartRequested',
    message: 'The machine is restarting because you asked for it.',
  },
  machineReplaced: {
    reason: 'MachineReplaced',
    message: 'The machine ended unexpectedly and is being started again.',
  },
  hostWentDown: {
    reason: 'MachineReplaced',
    message: "The machine's node went down, so the machine is being started again.",
  },
  startDeadlineExceeded: {
    reason: 'StartDeadlineExceeded',
    message: 'The machine did not start in time; try again or contact support.',
  },
  crashLoop: {
    reason: 'CrashLoop',
    message: 'The machine crashed three times within ten minutes; look at its console, then start it again.',
  },
  imageImportFailed: {
    reason: 'ImageImportFailed',
    message: 'The image could not be imported; the machine follows when an administrator has mended it.',
  },
} as const satisfies Record<string, Cause>;

export function holdsPlace(node: string): Cause {
  return { reason: causes.scheduled.reason, message: `It holds a place on node ${node}.` };
}

/** What the API server, or a webhook behind it, does not let us do; its own sentence is the detail. */
export const refusals = {
  service: {
    reason: 'ServiceRefused',
    message: "The platform could not open the machine's ports; the operators have been told.",
  },
  networkPolicy: {
    reason: 'NetworkPolicyRefused',
    message: "The platform could not set up the machine's network; the operators have been told.",
  },
  ingress: {
    reason: 'IngressRefused',
    message: 'The platform could not set up the HTTP host; the operators have been told.',
  },
  secret: {
    reason: 'SecretRefused',
    message: "The platform could not hand over the machine's keys; the operators have been told.",
  },
  virtualMachine: {
    reason: 'VirtualMachineRefused',
    message: 'The platform could not create the machine; the operators have been told.',
  },
  claim: {
    reason: 'DiskRefused',
    message: 'The platform could not make the root disk larger; the operators have been told.',
  },
  stop: {
    reason: 'StopRefused',
    message: 'The platform could not switch the machine off; the operators have been told.',
  },
  deletion: {
    reason: 'DeletionRefused',
    message: 'The platform could not remove all of the machine; the operators have been told.',
  },
} as const satisfies Record<string, Cause>;

/** `why` is the administrator's own reason, as far as there is one. */
export function maintenance(why = ''): Cause {
  return {
    reason: 'Maintenance',
    message: `The machine was stopped for its node's maintenance${detail(why)}.`,
  };
}

/** What becomes of an interrupted machine, and why: the reason of a maintenance, or the order's own choice for Spot. */
export interface Interruption {
  why?: string | undefined;
  isDestroyed?: boolean | undefined;
}

/** Tells those who use the machine when it will be stopped, or destroyed, and why. */
export function notice(
  { reason, stopAt }: NonNullable<WorkloadStatus['interruption']>,
  { why = '', isDestroyed = false }: Interruption,
): Cause {
  const end = isDestroyed ? 'destroyed with its disk' : 'stopped';
  const at = `${stopAt.slice(0, 19).replace('T', ' ')} UTC`;
  return reason === 'Spot'
    ? {
        reason: 'SpotNotice',
        message: `The capacity is needed for a regular order: the machine is ${end} at ${at}. Save your work${isDestroyed ? ' elsewhere' : ''}.`,
      }
    : {
        reason: 'MaintenanceNotice',
        message: `The node goes into maintenance${detail(why)}: the machine is stopped at ${at}. Save your work.`,
      };
}

export function frozen(reason: string): Cause {
  return { reason: 'Frozen', message: `An administrator holds this machine: ${reason}` };
}

export function referenceMissing(kind: string, name: string): Cause {
  return {
    reason: 'ReferenceMissing',
    message: `There is no ${kind} ${name}; the machine follows when there is one.`,
  };
}

/** KubeVirt or CDI is not installed. */
export function softwareMissing(name: string): Cause {
  return {
    reason: `${name}Missing`,
    message: `The cluster has no ${name}, so no machine can start; an administrator has to install it.`,
  };
}

export function referenceDeleted(kind: string, name: string): Cause {
  return {
    reason: 'ReferenceDeleted',
    message: `The ${kind} ${name} was withdrawn, so this order cannot be carried out.`,
  };
}

export function storageCannotGrow(size: string): Cause {
  return {
    reason: 'StorageCannotGrow',
    message: `The region's storage cannot make a disk larger, so the root disk stays at ${size}.`,
  };
}

export function diskNotIncluded(size: string): Cause {
  return {
    reason: 'DiskNotIncluded',
    message: `The price includes a root disk of ${size}; it does not grow beyond that.`,
  };
}

export function userDataMissing(secret: string): Cause {
  return {
    reason: 'UserDataMissing',
    message: `There is no Secret ${secret} with the key ${USER_DATA_KEY} beside this machine; create it, or take spec.userDataSecret out.`,
  };
}

export function gpuNotPermitted(model: string): Cause {
  return {
    reason: 'GPUNotPermitted',
    message: `The cluster does not hand out GPUs of the model ${model} yet; its administrators have to permit them.`,
  };
}

/** `words` are the API server's, which names the range where the port lies outside of it. */
export function portRefused(port: number, words: string): Cause {
  const range = /range of valid ports is (\d+-\d+)/.exec(words)?.[1];
  return range === undefined
    ? { reason: 'PortTaken', message: `SSH port ${port} is taken; choose another.` }
    : { reason: 'PortOutOfRange', message: `SSH port ${port} is outside ${range}; choose one in it.` };
}

export function portQuotaExceeded({
  quota,
  used,
  wanted,
}: Record<'quota' | 'used' | 'wanted', number>): Cause {
  return {
    reason: 'PortQuotaExceeded',
    message: `The quota of ${quota} mapped ports is used up: ${used} in use, ${wanted} more asked for.`,
  };
}

export function hostNotInRegion(domain: string): Cause {
  return {
    reason: 'HostNotInRegion',
    message: `The HTTP host must lie under ${domain}, the region's domain.`,
  };
}

export function guestNotReady(access: Access): Cause {
  const service = access === 'rdp' ? 'Remote Desktop' : 'SSH';
  return {
    reason: 'GuestNotReady',
    message: `The machine runs but does not answer by ${service}: its system is still starting, or its ${service} service is off.`,
  };
}

export function notOnOffer(kind: string, name: string): Cause {
  return { reason: 'NotOnOffer', message: `The ${kind} ${name} is not on offer at the moment.` };
}

export function nodeNotReady(node: string): Cause {
  return {
    reason: 'NodeNotReady',
    message: `Node ${node} does not answer; the machine is given up if that lasts for ten minutes.`,
  };
}

export function nodeLost(node: string): Cause {
  return {
    reason: 'NodeLost',
    message:
      `Node ${node} did not answer for ten minutes, so the machine was given up; support is on it, and the disk is ` +
      'kept. The machine can be started again when the node is back or confirmed to be off.',
    detail: `The taint ${FENCED_TAINT} on the Node confirms that it is off.`,
  };
}

export function imagePullError(why: string): Cause {
  return {
    reason: 'ImagePullError',
    message: `The image of the machine's pod cannot be pulled, which an administrator has to mend${detail(why)}.`,
  };
}

export function importFailing(why: string): Cause {
  return {
    reason: 'ImportFailing',
    message: `Making the disk from the image fails and is tried again${detail(why)}.`,
  };
}

export function importFailed(why: string): Cause {
  return { reason: 'ImportFailed', message: `The disk could not be made from the image${detail(why)}.` };
}

/** KubeVirt's own words for what keeps it from starting the machine. */
export function refusedByKubeVirt(why: string): Cause {
  return {
    reason: 'RefusedByKubeVirt',
    message: 'The platform could not start the machine; the operators have been told.',
    detail: quoted(why),
  };
}

/** kube-scheduler's own words for what speaks against the node. */
export function unschedulable(why: string): Cause {
  return { ...causes.unschedulable, detail: quoted(why) };
}

export function nodeGone(node: string): Cause {
  const { reason } = causes.unschedulable;
  return { reason, message: `Node ${node} is gone from the cluster; looking for another place.` };
}

/** A start that took too long, with what was known to hold it up. */
export function startDeadlineExceeded(trouble: Cause | undefined): Cause {
  if (trouble === undefined) return causes.startDeadlineExceeded;
  const { reason } = causes.startDeadlineExceeded;
  return { ...trouble, reason, message: `The machine did not start in time: ${trouble.message}` };
}

/** What is left of a machine that should have gone. */
export interface Leftover {
  pod?: string | undefined;
  instance?: string | undefined;
  node: string;
  isNodeReady: boolean;
}

export function stuckTerminating({ pod, instance, node, isNodeReady }: Leftover): Cause {
  return {
    reason: 'StuckTerminating',
    message: 'The machine has not ended in time; the operators have been told.',
    detail: stuckDetail({ pod, instance, node, isNodeReady }),
  };
}

function stuckDetail({ pod, instance, node, isNodeReady }: Leftover): string {
  if (pod === undefined) {
    const kept = instance === undefined ? 'does not note that it is off' : `keeps instance ${instance}`;
    return `It has no pod any more; see why KubeVirt ${kept}.`;
  }
  const what = `Pod ${pod} on node ${node} has not ended`;
  return isNodeReady
    ? `${what}; look at virt-handler and the kubelet of that node.`
    : `${what} and the node does not answer; bring it back, or confirm by the taint ${FENCED_TAINT} that it is off.`;
}

/** Another program's words as a part of our sentence. */
function detail(words: string): string {
  const trimmed = words.trim().replace(/\.+$/, '').slice(0, MAX_DETAIL_LENGTH);
  return trimmed === '' ? '' : ` (${trimmed})`;
}

/** Another program's words for administrators. */
function quoted(words: string): string | undefined {
  const trimmed = words.trim().slice(0, MAX_DETAIL_LENGTH);
  return trimmed === '' ? undefined : trimmed;
}

const MAX_DETAIL_LENGTH = 400;
