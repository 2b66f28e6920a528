import { phaseOf, type SKU, type Workload, type WorkloadPhase } from '@gpulease/crds';
import { formatBytes, objectKey, parseQuantity } from '@gpulease/kube';
import { NO_AMOUNTS, type Allocation, type AllocationStage, type Amounts } from './capacity.ts';

export function requesterOf({ metadata }: Workload) {
  return {
    workload: objectKey(metadata),
    tenant: metadata.namespace ?? '',
    createdAt: Date.parse(metadata.creationTimestamp ?? ''),
  };
}

/** Facts about an allocation that the workload's own objects do not contain. */
export interface Circumstances {
  spot: boolean;
  /** See launcherOverhead. */
  overheadRatio?: number;
}

interface Size {
  cpu: number;
  memory: string;
  gpu?: { count: number } | undefined;
}

/** Returns what a machine of that size uses of a node, including the overhead of KubeVirt. */
export function amountsOf({ cpu, memory, gpu }: Size, disk: string, overheadRatio = 1): Amounts {
  const guest = { cpu, memory: parseQuantity(memory), gpus: gpu?.count ?? 0 };
  return {
    cpu: guest.cpu * 1000,
    memory: Math.ceil(guest.memory + launcherOverhead(guest, overheadRatio)),
    storage: Math.ceil(parseQuantity(disk)),
    gpus: guest.gpus,
    pods: 1,
  };
}

/** Returns what a machine of this quantity of the SKU uses. */
export function sizeOf({ spec }: SKU, quantity: number, overheadRatio = 1): Amounts {
  const times = (size: string): string => formatBytes(parseQuantity(size) * quantity);
  const gpu = spec.gpu && { count: spec.gpu.count * quantity };
  return amountsOf(
    { cpu: spec.cpu * quantity, memory: times(spec.memory), gpu },
    times(spec.disk),
    overheadRatio,
  );
}

/** Returns what a workload holds according to its status: its place or, without one, the room of its disk. */
export function allocationOf(workload: Workload, circumstances: Circumstances): Allocation | undefined {
  return placeOf(workload, circumstances) ?? roomOfDisk(workload);
}

function placeOf(workload: Workload, { spot, overheadRatio }: Circumstances): Allocation | undefined {
  const { spec, status } = workload;
  if (status?.placed === undefined || status.resources === undefined) return undefined;
  const { node, at, until } = status.placed;
  return {
    ...requesterOf(workload),
    node,
    amounts: amountsOf(status.resources, status.rootDiskSize ?? spec.rootDiskSize, overheadRatio),
    spot,
    from: Math.max(Date.parse(at), Date.parse(spec.reservation?.startTime ?? at)),
    until: until === undefined ? undefined : Date.parse(until),
    stage: stageOf(workload),
    diskStays: status.diskNode === node,
  };
}

/** A disk on a node stays there when its machine is gone. It never makes room, so it is not Spot. */
function roomOfDisk(workload: Workload): Allocation | undefined {
  const { spec, status } = workload;
  if (status?.diskNode === undefined) return undefined;
  const order = requesterOf(workload);
  const storage = Math.ceil(parseQuantity(status.rootDiskSize ?? spec.rootDiskSize));
  return {
    ...order,
    node: status.diskNode,
    amounts: { ...NO_AMOUNTS, storage },
    spot: false,
    from: order.createdAt,
    stage: 'DiskOnly',
  };
}

const LEAVING: readonly WorkloadPhase[] = ['Stopping', 'Failed', 'Destroying'];

function stageOf(workload: Workload): AllocationStage | undefined {
  const phase = phaseOf(workload);
  if (phase === 'Pending') return 'Claimed';
  if (LEAVING.includes(phase)) return 'Leaving';
  const { interruption } = workload.status ?? {};
  // Its owner can still postpone a scheduled stop, so no order may count on its room.
  return interruption === undefined || interruption.reason === 'Schedule' ? undefined : 'Noticed';
}

const MiB = 2 ** 20;

/**
 * What virt-launcher and its helpers use, whatever the guest. KubeVirt 1.9 counts 360 MiB for monitor, launcher, libvirt,
 * QEMU, video and what it adds if requests are limits, 128 for the firmware of arm64 and 53 for a TPM; its sums are
 * rounded up. Its 50 MB of ephemeral storage are ignored: a node runs out of pods long before it runs out of those.
 */
const FIXED = 544 * MiB;
const PER_CORE = 8 * MiB;
const PER_GPU_MACHINE = 1024 * MiB;
/** Page tables and similar overhead, as a fraction of the guest's memory. */
const PER_GUEST_BYTE = 1 / 512;

/**
 * Returns the bytes of memory that a machine's pod requests on top of what the guest sees; a little too much rather than too
 * little. `ratio` is the factor by which the cluster's KubeVirt is configured to multiply that.
 */
export function launcherOverhead(guest: { cpu: number; memory: number; gpus: number }, ratio = 1): number {
  const gpus = guest.gpus > 0 ? PER_GPU_MACHINE : 0;
  return Math.ceil((FIXED + PER_CORE * guest.cpu + guest.memory * PER_GUEST_BYTE + gpus) * ratio);
}
