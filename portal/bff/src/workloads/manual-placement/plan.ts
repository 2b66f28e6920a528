/** The platform's choice for a machine, and its verdict on each node of the region. Pure. */
import { phaseOf } from '@gpulease/crds';
import type { ComputeNode, GPU, PricingPolicy, Region, SKU, VMImage, Workload } from '@gpulease/crds';
import type { NodeFit } from '@gpulease/contract/enums';
import type { WorkloadPlan } from '@gpulease/contract/operated-workloads';
import { place } from '@gpulease/placement/place';
import { requestOf, type Candidate, type PlacementRequest } from '@gpulease/placement/request';
import { diskPaidFor, resourcesOf } from '@gpulease/placement/resources';
import type { Timing } from '@gpulease/placement/spot-timing';
import { fitOf, type NodeFit as Fit } from '@gpulease/placement/node-fit';
import { toInstant } from '../../catalogue/views.ts';
import { candidatesOf } from './candidates.ts';
import { accessPortOf, freeAccessPort } from './access-port.ts';

/** A workload with the objects it refers to, and everything in its region. */
export interface Planned {
  readonly workload: Workload;
  readonly region: Region | undefined;
  readonly sku: SKU | undefined;
  readonly gpu: GPU | undefined;
  readonly image: VMImage | undefined;
  readonly policy: PricingPolicy | undefined;
  /** Nodes of its region. */
  readonly nodes: readonly ComputeNode[];
  /** All workloads, in every region. */
  readonly workloads: readonly Workload[];
  readonly isSpot: (workload: Workload) => boolean;
  readonly now: Date;
}

type JudgedNode = WorkloadPlan['nodes'][number];

/** The operator's default; it only decides how soon Spot machines can be gone. */
const SPOT_NOTICE_MS = 120_000;

/** Plans by the statuses; the operator has the last word and may choose differently. */
export function planOf(planned: Planned): WorkloadPlan {
  const { workload, region } = planned;
  const { ports = [], http = null } = workload.spec;
  const offered = offeredIn(region);
  return {
    ...nodesOf(planned),
    ...offered,
    ipAddress: addressOf(workload, offered.addresses),
    sshPort: accessPortOf(workload) ?? freeAccessPort(planned),
    ports: ports.map(({ protocol, port, targetPort }) => ({ protocol, port, targetPort })),
    http,
    startTime: startTimeOf(planned),
    etag: String(workload.metadata.generation ?? 0),
  };
}

function offeredIn(region: Region | undefined) {
  const { exposure, http } = region?.spec ?? {};
  const range = region?.status?.nodePorts;
  return {
    addresses: exposure?.addresses ?? [],
    httpDomain: http?.domain ?? null,
    portRange: range === undefined ? null : { first: range.first, last: range.last },
  };
}

/** Returns what it requests of a node, undefined if its SKU is gone, and the nodes of its region with their occupancy. */
export function wantedOf(planned: Planned) {
  const timing: Timing = { now: planned.now.getTime(), spotNoticeMs: SPOT_NOTICE_MS };
  const overheadRatio = Number(planned.region?.status?.additionalGuestMemoryOverheadRatio ?? 1);
  const candidates = candidatesOf(planned, (other) => ({ spot: planned.isSpot(other), overheadRatio }));
  return { request: requestFor(planned, overheadRatio), candidates, timing };
}

function nodesOf(planned: Planned): Pick<WorkloadPlan, 'node' | 'nodes'> {
  const { request, candidates, timing } = wantedOf(planned);
  const present = presentNode(planned.workload);
  const nodes = candidates.map((candidate) =>
    judge(request, candidate, timing, candidate.node.name === present),
  );
  if (request === undefined) return { node: present ?? null, nodes };
  const { nodeName } = planned.workload.spec.placement ?? {};
  const free: readonly NodeFit[] = present === undefined ? ['FITS', 'AFTER_SPOT'] : ['FITS'];
  const isKept = nodes.some(({ name, fit }) => name === nodeName && free.includes(fit));
  if (isKept && nodeName) return { node: nodeName, nodes };
  const best = place(request, candidates, timing);
  return { node: present ?? ('node' in best ? best.node : null), nodes };
}

/** Returns the node on which it runs. */
function presentNode(workload: Workload): string | undefined {
  return isRunning(workload) ? workload.status?.placed?.node : undefined;
}

/** A running machine can change everything immediately but its node, for which it is stopped and started. */
export function isRunning(workload: Workload): boolean {
  return phaseOf(workload) === 'Running';
}

/** Undefined if it is no longer known what was ordered. */
function requestFor(planned: Planned, overheadRatio: number): PlacementRequest | undefined {
  const { workload, image } = planned;
  const resources = resourcesOf(planned);
  if (resources === undefined) return undefined;
  const { rootDiskSize: disk = diskPaidFor(workload, resources), diskNode } = workload.status ?? {};
  const architecture = image?.spec.architecture ?? 'amd64';
  const request = requestOf({ ...planned, overheadRatio, resources, disk, architecture });
  // An operator's previous choice may be changed; the node of the disk may not.
  return { ...request, node: diskNode };
}

const fits = {
  Fits: 'FITS',
  AfterSpot: 'AFTER_SPOT',
  NoRoom: 'NO_ROOM',
  Closed: 'CLOSED',
  TooSmall: 'TOO_SMALL',
  SkuNotOffered: 'SKU_NOT_OFFERED',
  OtherArchitecture: 'OTHER_ARCHITECTURE',
  OtherGpu: 'OTHER_GPU',
} as const satisfies Record<Fit, NodeFit>;

/** A machine may stay on its current node, even if that takes no new machines. */
function judge(
  request: PlacementRequest | undefined,
  candidate: Candidate,
  timing: Timing,
  isPresent: boolean,
): JudgedNode {
  const { name, gpuModel = null, amounts } = candidate.node;
  const freeGpus = Math.max(amounts.gpus - candidate.occupancy.allocated.gpus, 0);
  const fit = isPresent ? ({ fit: 'FITS', message: '' } as const) : fitFor(request, candidate, timing);
  return { name, gpuModel, gpuNumber: amounts.gpus, freeGpus, ...fit };
}

function fitFor(
  request: PlacementRequest | undefined,
  candidate: Candidate,
  timing: Timing,
): Pick<JudgedNode, 'fit' | 'message'> {
  const { name, closed = '' } = candidate.node;
  if (request === undefined) return { fit: 'SKU_NOT_OFFERED', message: 'The SKU no longer exists.' };
  if (request.node !== undefined && request.node !== name)
    return { fit: 'DISK_ELSEWHERE', message: `The machine's disk is on node ${request.node}.` };
  const { fit, message } = fitOf(request, candidate, timing);
  return { fit: fits[fit], message: fit === 'Closed' ? closed : message };
}

/** Returns the chosen or current address if the region still has it, otherwise the region's first. */
function addressOf({ spec, status }: Workload, addresses: readonly string[]): string | null {
  const known = [spec.placement?.address, status?.address, addresses[0]];
  return known.find((address) => address !== undefined && addresses.includes(address)) ?? null;
}

/** Returns now, unless a later time was chosen; null if the term has its own start, or the machine runs. */
function startTimeOf({ workload, policy, now }: Planned): string | null {
  if (policy?.spec.mode === 'Reserved' || isRunning(workload)) return null;
  const chosen = workload.spec.placement?.startTime;
  return toInstant(chosen !== undefined && Date.parse(chosen) > now.getTime() ? chosen : now.toISOString());
}
