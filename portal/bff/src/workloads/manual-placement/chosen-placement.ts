/** An operator's choice for a machine, as a change of the Workload's spec. Pure. */
import type { WorkloadSpec } from '@gpulease/crds';
import { choosableFits, choosableFitsWhileRunning } from '@gpulease/contract/enums';
import type { ValidationKey } from '@gpulease/contract/validation-messages';
import type { WorkloadPlan, WorkloadSchedule } from '@gpulease/contract/operated-workloads';
import { DAY_MS } from '../../clock.ts';
import { invalidFields } from '../../http/product-error.ts';
import { isRunning, type Planned } from './plan.ts';
import { takenPorts } from './access-port.ts';

const FARTHEST_START_MS = 30 * DAY_MS;

/** Returns the merge patch of the choice. Throws INVALID_ARGUMENT with the fields that the operator would refuse. */
export function toPlacement(planned: Planned, plan: WorkloadPlan, choice: WorkloadSchedule) {
  const { node, ipAddress, sshPort, ports, http, startTime } = choice;
  const refused = {
    ...refusedNode(planned, plan, choice),
    ...refusedAddress(plan, choice),
    ...refusedPort(planned, plan, choice),
    ...refusedStart(planned, choice),
  };
  if (Object.keys(refused).length > 0) throw invalidFields(refused);
  const { spec } = planned.workload;
  const placement = { nodeName: node, address: ipAddress, sshPort, startTime };
  return { placement, ports: named(spec, ports), http };
}

type Refused = Partial<Record<keyof WorkloadSchedule, ValidationKey>>;

function refusedNode({ workload }: Planned, { nodes }: WorkloadPlan, { node }: WorkloadSchedule): Refused {
  const fit = nodes.find(({ name }) => name === node)?.fit;
  if (fit === undefined || !choosableFits.includes(fit)) return { node: 'nodeUnfit' };
  return !isRunning(workload) || choosableFitsWhileRunning.includes(fit) ? {} : { node: 'nodeFull' };
}

function refusedAddress({ addresses }: WorkloadPlan, { ipAddress }: WorkloadSchedule): Refused {
  const isOffered = ipAddress === null ? addresses.length === 0 : addresses.includes(ipAddress);
  return isOffered ? {} : { ipAddress: 'addressNotInRegion' };
}

function refusedPort(planned: Planned, { portRange }: WorkloadPlan, { sshPort }: WorkloadSchedule): Refused {
  if (portRange === null) return {};
  if (sshPort < portRange.first || sshPort > portRange.last) return { sshPort: 'outOfRange' };
  const others = planned.workloads.filter(({ metadata }) => metadata.uid !== planned.workload.metadata.uid);
  return takenPorts(others).has(sshPort) ? { sshPort: 'outsidePortTaken' } : {};
}

function refusedStart({ workload, policy, now }: Planned, { startTime }: WorkloadSchedule): Refused {
  const hasNone = policy?.spec.mode === 'Reserved' || isRunning(workload);
  if (hasNone) return startTime === null ? {} : { startTime: 'invalid' };
  if (startTime === null) return { startTime: 'required' };
  return Date.parse(startTime) - now.getTime() > FARTHEST_START_MS ? { startTime: 'startTooLate' } : {};
}

/** Unchanged ports keep the names that kubectl gave them. */
function named({ ports: before = [] }: WorkloadSpec, ports: WorkloadSchedule['ports']) {
  return ports.map((mapping) => ({
    ...before.find(({ protocol, port }) => protocol === mapping.protocol && port === mapping.port),
    ...mapping,
  }));
}
