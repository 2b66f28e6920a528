/** Which machines have a GPU that their driver says is broken. Pure. */
import { openRunOf, phaseOf, type SuspectMachine, type Workload, type WorkloadStatus } from '@gpulease/crds';
import { objectKey } from '@gpulease/kube';
import { LOOK_BACK_MS } from '../metrics-source.ts';

/** A machine with GPUs whose measures are of its present run. */
export interface GpuMachine {
  workload: string;
  virtualMachine: string;
  node: string;
}

interface Watch {
  /** Whether GPUs are checked in the region. */
  isChecked: (region: string) => boolean;
  now: Date;
}

/** Those of regions where GPUs are checked. In its first minutes a machine is left out, as what is asked may be of the run before. */
export function machinesToWatch(workloads: readonly Workload[], watch: Watch): GpuMachine[] {
  return workloads.flatMap((workload) => machineOf(workload, watch) ?? []);
}

function machineOf(workload: Workload, { isChecked, now }: Watch): GpuMachine | undefined {
  const { metadata, spec, status = {} } = workload;
  const { placed, resources, virtualMachine } = status;
  if (phaseOf(workload) !== 'Running' || resources?.gpu === undefined || !isChecked(spec.region))
    return undefined;
  if (placed === undefined || virtualMachine === undefined || !hasRunFor(LOOK_BACK_MS, status, now))
    return undefined;
  return {
    workload: objectKey(metadata),
    virtualMachine: `${metadata.namespace}/${virtualMachine}`,
    node: placed.node,
  };
}

function hasRunFor(milliseconds: number, { runs = [] }: WorkloadStatus, now: Date): boolean {
  const run = openRunOf(runs);
  return run !== undefined && Date.parse(run.startedAt) <= now.getTime() - milliseconds;
}

/** `xids` by the key of the VirtualMachine. */
export function suspectsAmong(
  machines: readonly GpuMachine[],
  xids: ReadonlyMap<string, number>,
  now: Date,
): (SuspectMachine & { node: string })[] {
  return machines.flatMap(({ workload, virtualMachine, node }) => {
    const xid = xids.get(virtualMachine);
    return xid === undefined ? [] : { node, workload, cause: 'Xid', xid, at: now.toISOString() };
  });
}
