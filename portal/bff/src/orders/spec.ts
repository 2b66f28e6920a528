/** Converts what the API accepts into a Workload's spec. Pure. */
import type { PricingPolicy, WorkloadSpec } from '@gpulease/crds';
import type { Weekday } from '@gpulease/contract/enums';
import type { AutoStop, QuoteRequest, WorkloadChange, WorkloadCreation } from '@gpulease/contract/workloads';
import { fromGib } from '../catalogue/size.ts';
import type { PricedSpec } from './order-terms.ts';

const resumeModes = { MANUAL: 'Manual', AUTOMATIC: 'Automatic' } as const;
const nodeLossChoices = { WAIT: 'Wait', MOVE_IF_POSSIBLE: 'MoveIfPossible' } as const;
const interruptions = { STOP: 'Stop', DESTROY: 'Destroy' } as const;

/** The days as named in the spec. */
export const dayNames = {
  MON: 'Mon',
  TUE: 'Tue',
  WED: 'Wed',
  THU: 'Thu',
  FRI: 'Fri',
  SAT: 'Sat',
  SUN: 'Sun',
} as const satisfies Record<Weekday, string>;

/** Returns the part of the spec that decides the price. Only reserved terms have a quantity of units. */
export function toPricedSpec(
  request: Omit<QuoteRequest, 'rootDiskSize'>,
  policy: PricingPolicy | undefined,
): PricedSpec {
  const { sku, skuQuantity, region, pricing, pricingQuantity, reservationStartTime } = request;
  const hasTerm = policy?.spec.mode === 'Reserved' || pricingQuantity !== 1;
  return {
    sku,
    skuQuantity,
    region,
    pricing: { policy: pricing, ...(hasTerm && { quantity: pricingQuantity }) },
    ...(reservationStartTime !== undefined && { reservation: { startTime: reservationStartTime } }),
  };
}

/** Returns the spec of a new Workload. */
export function toSpec(creation: WorkloadCreation, policy: PricingPolicy | undefined): WorkloadSpec {
  const { image, rootDiskSize, authorizedKeys, ports, http, interruption, resume, onNodeLoss, autoStop } =
    creation;
  const { skuQuantity = 1, ...priced } = toPricedSpec(creation, policy);
  const mayWait = creation.whenSoldOut === 'WAIT' && policy?.spec.mode !== 'Reserved';
  return {
    type: 'VirtualMachine',
    ...priced,
    skuQuantity,
    image,
    rootDiskSize: fromGib(rootDiskSize),
    powerState: 'Running',
    resume: resumeModes[resume],
    ...nodeLossOf(onNodeLoss),
    whenSoldOut: mayWait ? 'Wait' : 'Refuse',
    ssh: { authorizedKeys },
    ...(ports.length > 0 && { ports }),
    ...(http && { http }),
    ...(interruption && { interruption: interruptions[interruption] }),
    ...(autoStop && autoStop.kind !== 'NEVER' && { schedule: scheduleOf(autoStop) }),
  };
}

/** Waiting is the default and is left out. */
function nodeLossOf(choice: WorkloadCreation['onNodeLoss']): Pick<WorkloadSpec, 'onNodeLoss'> {
  return choice === 'WAIT' ? {} : { onNodeLoss: nodeLossChoices[choice] };
}

function scheduleOf(autoStop: Exclude<AutoStop, { kind: 'NEVER' }>) {
  switch (autoStop.kind) {
    case 'AT':
      return { stopAt: autoStop.at };
    case 'AFTER':
      return { stopAfterHours: autoStop.hours };
    case 'IDLE':
      return { idle: { gpuPercent: autoStop.gpuPercent, minutes: autoStop.minutes } };
    case 'WEEKLY': {
      const { days, from, to, timeZone } = autoStop;
      return { weekly: { days: days.map((day) => dayNames[day]), from, to, timeZone } };
    }
  }
}

/** Returns the schedule for a merge patch, in which null removes what is no longer chosen. */
function scheduleChange(autoStop: AutoStop) {
  if (autoStop.kind === 'NEVER') return null;
  const others = { stopAt: null, stopAfterHours: null, weekly: null, idle: null, postponedUntil: null };
  return { ...others, ...scheduleOf(autoStop) };
}

/** Returns the merge patch of a change, in which null removes a field. */
export function toPatch(change: WorkloadChange) {
  const { authorizedKeys, ports, http, resume, onNodeLoss, autoStop, postponedUntil } = change;
  return {
    ...(authorizedKeys && { ssh: { authorizedKeys } }),
    ...(ports && { ports }),
    ...(http !== undefined && { http }),
    ...(resume && { resume: resumeModes[resume] }),
    ...(onNodeLoss && { onNodeLoss: nodeLossChoices[onNodeLoss] }),
    ...(autoStop && { schedule: scheduleChange(autoStop) }),
    ...(postponedUntil && { schedule: { postponedUntil } }),
  };
}
