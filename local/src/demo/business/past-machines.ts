/** Reconstructs the machines that ran in the business, as the simulated KubeVirt would have run them. Pure. */
import type { ComputeNode, Workload } from '@gpulease/crds';
import { parseQuantity } from '@gpulease/kube';
import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';

/** A billed run; times in milliseconds. */
export interface PastRun {
  readonly namespace: string;
  readonly name: string;
  /** UID of the Workload. */
  readonly uid: string;
  readonly sku: string;
  readonly from: number;
  readonly to: number;
}

export interface PastMachine {
  readonly instance: VirtualMachineInstance;
  readonly diskBytes: number;
  readonly region: string;
  readonly node: string;
  readonly gpu: { readonly model: string; readonly count: number } | undefined;
  readonly from: number;
  readonly to: number;
}

/** Current objects of the cluster. */
export interface Present {
  readonly workloads: readonly Workload[];
  readonly instances: readonly VirtualMachineInstance[];
  readonly nodes: readonly ComputeNode[];
}

/** Returns the machines of runs by start time, each modeled on a running machine of its SKU. Omits runs without one. */
export function pastMachines(runs: readonly PastRun[], present: Present): PastMachine[] {
  const machines: PastMachine[] = [];
  for (const run of runs.toSorted((a, b) => a.from - b.from)) {
    const machine = machineOf(run, present, machines);
    if (machine !== undefined) machines.push(machine);
  }
  return machines;
}

function machineOf(run: PastRun, present: Present, before: readonly PastMachine[]): PastMachine | undefined {
  const alike = machineLike(run, present);
  if (alike === undefined) return undefined;
  const { instance, region, resources } = alike;
  const own = present.workloads.find(({ metadata }) => metadata.uid === run.uid)?.status;
  const place = { ...run, region, gpu: resources.gpu };
  const node = own?.placed?.node ?? roomFor(place, present.nodes, before) ?? alike.node;
  const name = own?.virtualMachine ?? `${run.name}-${run.uid.slice(0, 8)}`;
  return {
    ...{ region, node, gpu: resources.gpu, from: run.from, to: run.to },
    diskBytes: parseQuantity(resources.disk),
    instance: {
      ...instance,
      metadata: { ...instance.metadata, namespace: run.namespace, name },
      status: { ...instance.status, nodeName: node, phaseTransitionTimestamps: [runningSince(run.from)] },
    },
  };
}

/** Finds a running machine of the same SKU. */
function machineLike({ sku }: PastRun, { workloads, instances }: Present) {
  for (const { spec, status } of workloads.filter((workload) => workload.spec.sku === sku)) {
    const instance = instances.find(({ metadata }) => metadata.name === status?.virtualMachine);
    if (instance && status?.resources && status.placed)
      return { instance, region: spec.region, resources: status.resources, node: status.placed.node };
  }
  return undefined;
}

function runningSince(time: number) {
  return { phase: 'Running', phaseTransitionTimestamp: new Date(time).toISOString() };
}

type Place = Pick<PastMachine, 'region' | 'gpu' | 'from' | 'to'>;

function roomFor(place: Place, nodes: readonly ComputeNode[], before: readonly PastMachine[]) {
  const beside = before.filter(({ from, to }) => from < place.to && place.from < to);
  const { model, count = 0 } = place.gpu ?? {};
  return nodes
    .filter(({ spec }) => spec.region === place.region && spec.resources.gpus?.model === model)
    .find(({ metadata, spec }) => {
      const there = beside.filter(({ node }) => node === metadata.name);
      const taken = there.reduce((sum, { gpu }) => sum + (gpu?.count ?? 0), 0);
      return taken + count <= (spec.resources.gpus?.count ?? 0);
    })?.metadata.name;
}
