/** Finds the machines whose driver reports a broken GPU. Pure. */
import {
  openRunOf,
  phaseOf,
  tenantNamespace,
  type SuspectMachine,
  type Workload,
  type WorkloadStatus,
} from '@gpulease/crds';
import { objectKey } from '@gpulease/kube';
import * as z from 'zod';
import { LOOKBACK_MS, samplesIn } from '../metrics-source.ts';

/** A machine with GPUs whose measures are of its current run. */
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

/** Returns the machines of regions that check GPUs. Excludes the first minutes, when measures may be of the previous run. */
export function machinesToWatch(workloads: readonly Workload[], watch: Watch): GpuMachine[] {
  return workloads.flatMap((workload) => machineOf(workload, watch) ?? []);
}

function machineOf(workload: Workload, { isChecked, now }: Watch): GpuMachine | undefined {
  const { metadata, spec, status = {} } = workload;
  const { placed, resources, virtualMachine } = status;
  if (phaseOf(workload) !== 'Running' || resources?.gpu === undefined || !isChecked(spec.region))
    return undefined;
  if (placed === undefined || virtualMachine === undefined || !hasRunFor(LOOKBACK_MS, status, now))
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

/** Returns the machines with a fatal error; `xids` is keyed by VirtualMachine. */
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

/**
 * Errors caused by a broken GPU, its memory or its links, after which NVIDIA demands a reset or an inspection; 154 accompanies
 * such an error. Errors of programs are excluded, and so is 109, which usually is one.
 * https://docs.nvidia.com/deploy/xid-errors/analyzing-xid-catalog.html
 */
const FATAL: ReadonlySet<number> = new Set([48, 62, 64, 74, 79, 95, 119, 120, 136, 140, 143, 154, 158]);

const series = `DCGM_FI_DEV_XID_ERRORS{namespace=~"${tenantNamespace('.+')}"}[${LOOKBACK_MS / 1000}s]`;
/** Queries the last error that the driver of each GPU has logged since it started. Nearly all have none. */
export const XID_QUESTION = `max by (namespace, name, gpu) (max_over_time(${series})) > 0`;

const labels = z.object({ namespace: z.string(), name: z.string() });

/** Returns a fatal error by the key of each VirtualMachine that has one. Throws an Error for anything but an answer to the query. */
export function fatalXidsOf(answer: unknown): ReadonlyMap<string, number> {
  return new Map(
    samplesIn(answer, labels)
      .filter(({ value }) => FATAL.has(value))
      .map(({ metric, value }) => [`${metric.namespace}/${metric.name}`, value]),
  );
}
