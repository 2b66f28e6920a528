/** The cluster objects behind a workload: its conditions, its placement, and KubeVirt's own objects. */
import { labels, type Condition, type Workload } from '@gpulease/crds';
import type { WorkloadInspection } from '@gpulease/contract/operated-workloads';
import { pods, toYaml, type Cluster, type Pod } from '@gpulease/kube';
import { virtualMachineInstances, virtualMachines } from '@gpulease/kube/kubevirt';
import type { VirtualMachine, VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { toInstant } from '../catalogue/views.ts';

/** Queries the cluster each time, since only operators who inspect a single machine need this. */
export async function inspectWorkload(cluster: Cluster, workload: Workload): Promise<WorkloadInspection> {
  const { metadata, status = {} } = workload;
  const { namespace, uid } = metadata;
  const name = status.virtualMachine;
  const machine = { namespace, name: name ?? '' };
  const isMade = name !== undefined && uid !== undefined;
  const [virtualMachine, instance, launchers] = await Promise.all([
    isMade ? cluster.resource(virtualMachines).find(machine) : undefined,
    isMade ? cluster.resource(virtualMachineInstances).find(machine) : undefined,
    isMade ? launchersOf(cluster, workload) : [],
  ]);
  return {
    conditions: conditionsOf(status.conditions),
    placement: placementOf(workload),
    virtualMachine: virtualMachine ? toVirtualMachine(virtualMachine) : null,
    instance: instance ? toInstance(instance) : null,
    launchers: launchers.map(toLauncher),
    yaml: toYaml(workload),
  };
}

async function launchersOf(cluster: Cluster, { metadata: { name, namespace } }: Workload): Promise<Pod[]> {
  const labelSelector = `kubevirt.io=virt-launcher,${labels.workload}=${name}`;
  const { items } = await cluster.resource(pods).list({ namespace, labelSelector });
  return items;
}

function placementOf({ status }: Workload): WorkloadInspection['placement'] {
  const { placed, diskNode = null } = status ?? {};
  if (placed === undefined) return null;
  const { node, at, until } = placed;
  return { node, since: toInstant(at), until: until === undefined ? null : toInstant(until), diskNode };
}

function toVirtualMachine({ metadata, spec, status = {} }: VirtualMachine) {
  return {
    name: metadata.name,
    status: status.printableStatus ?? '',
    runStrategy: spec.runStrategy ?? '',
    conditions: conditionsOf(status.conditions as Partial<Condition>[] | undefined),
  };
}

function toInstance({ metadata, spec, status = {} }: VirtualMachineInstance): WorkloadInspection['instance'] {
  return {
    phase: status.phase ?? '',
    node: status.nodeName ?? null,
    createdAt: toInstant(metadata.creationTimestamp ?? ''),
    gpus: (spec.domain.devices.gpus ?? []).map(({ name, deviceName = '' }) => ({ name, deviceName })),
    conditions: conditionsOf(status.conditions as Partial<Condition>[] | undefined),
  };
}

function toLauncher({ metadata: { name }, spec, status }: Pod): WorkloadInspection['launchers'][number] {
  return { name, phase: status?.phase ?? '', node: spec?.nodeName ?? null, message: troubleOf(status) };
}

/** Returns why a pod does not run; empty if it does. */
function troubleOf({ containerStatuses = [], conditions = [], message }: Pod['status'] = {}): string {
  const waiting = containerStatuses.map(({ state }) => state?.waiting).find((one) => one !== undefined);
  const refused = conditions.find(({ status }) => status === 'False');
  const reasons = [waiting?.message, waiting?.reason, message, refused?.message];
  return reasons.find((reason) => reason !== undefined) ?? '';
}

/** KubeVirt leaves out empty fields. */
function conditionsOf(conditions: readonly Partial<Condition>[] = []): WorkloadInspection['conditions'] {
  return conditions.map(
    ({ type = '', status = 'Unknown', reason = '', message = '', lastTransitionTime: at }) => {
      return { type, status, reason, message, since: at ? toInstant(at) : null };
    },
  );
}
