/** What the operator asks of Prometheus about errors that drivers in machines have logged. Pure. */
import { tenantNamespace } from '@gpulease/crds';
import * as z from 'zod';
import { LOOK_BACK_MS, samplesIn } from '../metrics-source.ts';

/**
 * Those that a broken GPU, its memory or its links cause, after which NVIDIA has it reset or looked at; 154 comes with such a one.
 * Errors of programs are none of them, neither is 109, which mostly is one.
 * https://docs.nvidia.com/deploy/xid-errors/analyzing-xid-catalog.html
 */
const FATAL: ReadonlySet<number> = new Set([48, 62, 64, 74, 79, 95, 119, 120, 136, 140, 143, 154, 158]);

const series = `DCGM_FI_DEV_XID_ERRORS{namespace=~"${tenantNamespace('.+')}"}[${LOOK_BACK_MS / 1000}s]`;
/** Of each GPU the last error that its driver has logged since it started. Nearly all have none. */
export const XID_QUESTION = `max by (namespace, name, gpu) (max_over_time(${series})) > 0`;

const labels = z.object({ namespace: z.string(), name: z.string() });

/** A fatal error by the key of each VirtualMachine that has one. Throws an Error for anything but an answer to the question. */
export function fatalXidsOf(answer: unknown): ReadonlyMap<string, number> {
  return new Map(
    samplesIn(answer, labels)
      .filter(({ value }) => FATAL.has(value))
      .map(({ metric, value }) => [`${metric.namespace}/${metric.name}`, value]),
  );
}
