import type { Device } from '@gpulease/contract/catalogue';
import { tenantOf, type ComputeNode, type NodeDevice } from '@gpulease/crds';
import { parseObjectKey } from '@gpulease/kube';
import { toInstant } from './views.ts';

type NameOf = (userId: string) => string;

const eventTypes = {
  Assigned: 'ASSIGNED',
  Unhealthy: 'UNHEALTHY',
  Healthy: 'HEALTHY',
  Quarantined: 'QUARANTINED',
  Repaired: 'REPAIRED',
  CheckPassed: 'CHECK_PASSED',
  CheckFailed: 'CHECK_FAILED',
  CheckUnclear: 'CHECK_UNCLEAR',
  Suspected: 'SUSPECTED',
  Exchanged: 'EXCHANGED',
} as const;

/** Returns the GPUs of a node as operators see them. Pure. */
export function devicesOf({ status }: ComputeNode, usernameOf: NameOf): Device[] {
  return (status?.devices ?? []).map((device) => ({
    name: device.id,
    uuid: device.uuid ?? null,
    serial: device.serial ?? null,
    status: statusOf(device),
    quarantine: device.quarantine ?? null,
    machine: machineOf(device, usernameOf),
    history: device.history.toReversed().map(({ time, type, message, xid, ...by }) => ({
      time: toInstant(time),
      type: eventTypes[type],
      machine: machineOf(by, usernameOf),
      message: message ?? null,
      xid: xid ?? null,
    })),
  }));
}

function statusOf({ health, workload, quarantine }: NodeDevice): Device['status'] {
  if (quarantine !== undefined) return 'QUARANTINED';
  if (health === 'Unhealthy') return 'UNHEALTHY';
  return workload === undefined ? 'FREE' : 'IN_USE';
}

function machineOf({ workload }: Pick<NodeDevice, 'workload'>, usernameOf: NameOf): Device['machine'] {
  if (workload === undefined) return null;
  const { namespace = '', name } = parseObjectKey(workload);
  const userId = tenantOf({ metadata: { namespace } });
  return { user: userId === undefined ? namespace : usernameOf(userId), name };
}
