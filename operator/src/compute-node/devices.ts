/** Tracks which GPUs a node has and the history of each. Pure. */
import { isDeepStrictEqual } from 'node:util';
import {
  catalogueReasons,
  type ComputeNode,
  type GPU,
  type NodeDevice,
  type SuspectMachine,
} from '@gpulease/crds';
import { withoutEmpty } from '@gpulease/kube';
import { workloadKeyOf } from '../caches.ts';
import type { CheckedGPU } from '../gpu-check-result.ts';
import type { KeptMachinePod } from '../kept/kept.ts';

/** The most that the status can hold. */
const MOST_DEVICES = 32;
const MOST_EVENTS = 12;
const LONGEST_ID = 253;

/** A GPU that a machine holds. */
export interface SeenDevice {
  id: string;
  /** The workload's key. */
  workload: string;
  isHealthy: boolean;
}

/**
 * Returns the GPUs that the machines of these pods hold. The kubelet reports them since Kubernetes 1.36, per container.
 * https://kubernetes.io/docs/concepts/extend-kubernetes/compute-storage-net/device-plugins/#device-plugin-and-unhealthy-devices
 */
export function seenDevices(pods: readonly KeptMachinePod[], gpu: GPU | undefined): SeenDevice[] {
  return pods.flatMap((pod) => {
    const workload = workloadKeyOf(pod);
    if (workload === undefined) return [];
    return devicesOf(pod)
      .filter(({ name }) => name === gpu?.spec.deviceName)
      .flatMap(({ resources = [] }) => resources)
      .filter(({ resourceID }) => resourceID.length <= LONGEST_ID)
      .map(({ resourceID: id, health }) => ({ id, workload, isHealthy: health !== 'Unhealthy' }));
  });
}

/** Whether a changed pod still has the same devices with the same health. */
export function haveSameDevices(
  before: KeptMachinePod | undefined,
  after: KeptMachinePod | undefined,
): boolean {
  return isDeepStrictEqual(devicesOf(before), devicesOf(after));
}

/** The devices of a pod that has ended are free. */
function devicesOf(pod: KeptMachinePod | undefined) {
  const { phase, containerStatuses = [] } = pod?.status ?? {};
  if (phase === 'Succeeded' || phase === 'Failed') return [];
  return containerStatuses.flatMap(({ allocatedResourcesStatus = [] }) => allocatedResourcesStatus);
}

/** Facts found since the status was written. */
interface News {
  seen: readonly SeenDevice[];
  checked: readonly CheckedGPU[];
  suspects: readonly SuspectMachine[];
  now: Date;
}

/** Returns the devices of the status, updated with the news. */
export function devicesAfter({ spec, status }: ComputeNode, news: News): NodeDevice[] {
  const { seen, checked, now } = news;
  const known = status?.devices ?? [];
  const quarantine = (spec.quarantine ?? []).filter(({ address }) => address !== undefined);
  const ids = [...known, ...seen, ...checked]
    .flatMap(({ id }) => id ?? [])
    .concat(quarantine.flatMap(({ address }) => address ?? []));
  const devices = [...new Set(ids)].map((id) => {
    const before = known.find((device) => device.id === id) ?? { id, history: [] };
    const use = seen.find((device) => device.id === id);
    const reason = quarantine.find(({ address }) => address === id)?.reason;
    const identity = identityAfter(before, checked);
    const state = {
      ...identity,
      ...stateOf(before, use),
      ...(reason !== undefined && { quarantine: reason }),
    };
    const events = [
      ...exchangeOf(before, identity),
      ...checkEventsOf(before, news),
      ...eventsBetween(before, state),
      ...suspicionsOf(before, state, news),
    ];
    const more = events.map((event) => ({ time: now.toISOString(), ...event }));
    return { id, ...state, history: [...before.history, ...more].slice(-MOST_EVENTS) };
  });
  return lastSeen(devices.filter(({ history }) => history.length > 0)).sort((a, b) =>
    a.id.localeCompare(b.id),
  );
}

/** Returns the new reasons why its machine is suspect, each once while the machine holds the device. */
function suspicionsOf(before: NodeDevice, { workload }: DeviceState, { suspects }: News): Happening[] {
  const given = before.history.findLastIndex(({ type }) => type === 'Assigned');
  const told = before.workload === workload ? before.history.slice(given + 1) : [];
  const isTold = (xid?: number) => told.some((event) => event.type === 'Suspected' && event.xid === xid);
  return suspects
    .filter((suspect) => suspect.workload === workload && !isTold(suspect.xid))
    .map(({ workload: by, xid }) => ({ type: 'Suspected', workload: by, ...(xid !== undefined && { xid }) }));
}

type DeviceState = Omit<NodeDevice, 'id' | 'history'>;

/** Nothing reports on a device that no machine holds, so it keeps its last health. */
function stateOf({ health }: NodeDevice, use: SeenDevice | undefined): DeviceState {
  if (use === undefined) return health === undefined ? {} : { health };
  return { health: use.isHealthy ? 'Healthy' : 'Unhealthy', workload: use.workload };
}

function eventsBetween(before: DeviceState, after: DeviceState): Happening[] {
  const { workload, quarantine } = after;
  const by = workload === undefined ? {} : { workload };
  const events: [isNew: boolean, event: Happening][] = [
    [workload !== undefined && workload !== before.workload, { type: 'Assigned', ...by }],
    [after.health === 'Unhealthy' && before.health !== 'Unhealthy', { type: 'Unhealthy', ...by }],
    [after.health === 'Healthy' && before.health === 'Unhealthy', { type: 'Healthy', ...by }],
    [
      before.quarantine === undefined && quarantine !== undefined,
      { type: catalogueReasons.quarantined, message: quarantine ?? '' },
    ],
    [before.quarantine !== undefined && quarantine === undefined, { type: 'Repaired' }],
  ];
  return events.flatMap(([isNew, event]) => (isNew ? [event] : []));
}

/** Drops the free devices unseen for longest, because names may change with the device plugin. */
function lastSeen(devices: readonly NodeDevice[]): NodeDevice[] {
  const isHeld = ({ workload, quarantine }: NodeDevice) => workload !== undefined || quarantine !== undefined;
  const rank = (device: NodeDevice) =>
    isHeld(device) ? Infinity : Date.parse(device.history.at(-1)?.time ?? '');
  return [...devices]
    .sort((a, b) => (rank(b) > rank(a) ? 1 : rank(b) < rank(a) ? -1 : 0))
    .slice(0, MOST_DEVICES);
}

type DeviceIdentity = Pick<NodeDevice, 'uuid' | 'serial'>;
type Happening = Omit<NodeDevice['history'][number], 'time'>;

/** Takes the identity from the last report. Fields that it omits keep their value, unless it is another GPU. */
function identityAfter({ id, uuid, serial }: NodeDevice, checked: readonly CheckedGPU[]): DeviceIdentity {
  const told = checked.findLast((one) => one.id === id && one.report !== undefined)?.report ?? {};
  const isOther = uuid !== undefined && told.uuid !== undefined && told.uuid !== uuid;
  return withoutEmpty({ uuid: told.uuid ?? uuid, serial: told.serial ?? (isOther ? undefined : serial) });
}

function exchangeOf(before: DeviceIdentity, after: DeviceIdentity): Happening[] {
  const { uuid: former } = before;
  return former === undefined || former === after.uuid ? [] : [{ type: 'Exchanged', message: former }];
}

/** A failed check that named no GPU may have had any known, free GPU without a result of its own. */
function checkEventsOf({ id, history }: NodeDevice, { checked, seen }: News): Happening[] {
  const own = checked.filter((device) => device.id === id);
  if (own.length > 0) return own.flatMap(resultOf);
  const isFree = history.length > 0 && !seen.some((device) => device.id === id);
  const isUnclear = checked.some((device) => device.id === undefined && device.verdict === 'Failed');
  return isFree && isUnclear ? [{ type: 'CheckUnclear' }] : [];
}

const eventTypes = { Passed: 'CheckPassed', Failed: 'CheckFailed' } as const;

function resultOf({ verdict, report: { message } = {} }: CheckedGPU): Happening[] {
  if (verdict !== 'Passed' && verdict !== 'Failed') return [];
  return [{ type: eventTypes[verdict], ...(message !== undefined && { message }) }];
}
