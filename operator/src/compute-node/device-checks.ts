/** What checks tell of the GPUs of a node. Pure. */
import type { NodeDevice } from '@gpulease/crds';
import { withoutEmpty } from '@gpulease/kube';
import type { CheckedGPU } from '../gpu-check-result.ts';

type DeviceIdentity = Pick<NodeDevice, 'uuid' | 'serial'>;
export type Happening = Omit<NodeDevice['history'][number], 'time'>;

/** By the last report. What that leaves out is as it was, unless it is another GPU. */
export function identityAfter(
  { id, uuid, serial }: NodeDevice,
  checked: readonly CheckedGPU[],
): DeviceIdentity {
  const told = checked.findLast((one) => one.id === id && one.report !== undefined)?.report ?? {};
  const isOther = uuid !== undefined && told.uuid !== undefined && told.uuid !== uuid;
  return withoutEmpty({ uuid: told.uuid ?? uuid, serial: told.serial ?? (isOther ? undefined : serial) });
}

export function exchangeOf(before: DeviceIdentity, after: DeviceIdentity): Happening[] {
  const { uuid: former } = before;
  return former === undefined || former === after.uuid ? [] : [{ type: 'Exchanged', message: former }];
}

interface CheckNews {
  checked: readonly CheckedGPU[];
  /** The GPUs that machines have. */
  seen: readonly { id: string }[];
}

/** A check that failed and did not tell which GPU it had may have had any that is known, free, and not told of. */
export function checkEventsOf({ id, history }: NodeDevice, { checked, seen }: CheckNews): Happening[] {
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
