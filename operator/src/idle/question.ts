/** What the operator asks of Prometheus about idle machines, and how it reads the answer. Pure. */
import { tenantNamespace } from '@gpulease/crds';
import * as z from 'zod';
import { LOOK_BACK_MS, samplesIn } from '../metrics-source.ts';

/** What the GPUs of a machine have done lately. */
export interface Load {
  /** Of how many there are measures. */
  readonly gpus: number;
  /** The most that any of these was used by, in per cent. */
  readonly highest: number;
}

/** Of a machine that is not measured. A load of which a part is missing is none, either. */
export const NO_LOAD: Load = { gpus: 0, highest: Infinity };

const measures = `DCGM_FI_DEV_GPU_UTIL{namespace=~"${tenantNamespace('.+')}"}[${LOOK_BACK_MS / 1000}s]`;
/** What is no number is no measure. */
const used = `max by (namespace, name, gpu) (max_over_time(${measures})) >= 0`;

/**
 * The load of all machines at once. The names of some would make the query longer than VictoriaMetrics takes; whose the measures
 * are, say the labels that Prometheus has from a machine's pod.
 */
export const QUESTION = [
  `label_replace(max by (namespace, name) (${used}), "of", "highest", "", "")`,
  `label_replace(count by (namespace, name) (${used}), "of", "gpus", "", "")`,
].join(' or ');

const labels = z.object({ namespace: z.string(), name: z.string(), of: z.enum(['highest', 'gpus']) });

/** By the key of the VirtualMachine. Throws an Error for anything but an answer to the question. */
export function loadsOf(answer: unknown): ReadonlyMap<string, Load> {
  const loads = new Map<string, Load>();
  for (const { metric, value } of samplesIn(answer, labels)) {
    const key = `${metric.namespace}/${metric.name}`;
    loads.set(key, { ...(loads.get(key) ?? NO_LOAD), [metric.of]: value });
  }
  return loads;
}
