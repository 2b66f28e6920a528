/** Defines the Prometheus query about idle machines and parses its answer. Pure. */
import { tenantNamespace } from '@gpulease/crds';
import * as z from 'zod';
import { LOOKBACK_MS, samplesIn } from '../metrics-source.ts';

/** The recent load of a machine's GPUs. */
export interface Load {
  /** Number of GPUs with measures. */
  readonly gpus: number;
  /** The highest load of any of them, in percent. */
  readonly highest: number;
}

/** The load of a machine without measures. A missing part defaults to it, so that the machine does not count as idle. */
export const NO_LOAD: Load = { gpus: 0, highest: Infinity };

const measures = `DCGM_FI_DEV_GPU_UTIL{namespace=~"${tenantNamespace('.+')}"}[${LOOKBACK_MS / 1000}s]`;
/** The comparison drops values that are not numbers. */
const used = `max by (namespace, name, gpu) (max_over_time(${measures})) >= 0`;

/**
 * Queries the load of all machines at once. A list of names would make the query longer than VictoriaMetrics accepts; the labels
 * that Prometheus takes from a machine's pod identify the machine.
 */
export const QUESTION = [
  `label_replace(max by (namespace, name) (${used}), "of", "highest", "", "")`,
  `label_replace(count by (namespace, name) (${used}), "of", "gpus", "", "")`,
].join(' or ');

const labels = z.object({ namespace: z.string(), name: z.string(), of: z.enum(['highest', 'gpus']) });

/** Returns loads by the key of the VirtualMachine. Throws an Error for anything but an answer to the query. */
export function loadsOf(answer: unknown): ReadonlyMap<string, Load> {
  const loads = new Map<string, Load>();
  for (const { metric, value } of samplesIn(answer, labels)) {
    const key = `${metric.namespace}/${metric.name}`;
    loads.set(key, { ...(loads.get(key) ?? NO_LOAD), [metric.of]: value });
  }
  return loads;
}
