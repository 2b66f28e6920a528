import type { Workload } from './v1alpha1/workload.ts';

/**
 * The restart, or start after a halt, that was asked for and is not carried out: a `spec.restartedAt` newer than the one in
 * the status. Where that lies in the future (a slip, a fast clock) it is no measure for others, and any other value counts.
 */
export function restartAskedAt(
  { spec, status }: Pick<Workload, 'spec' | 'status'>,
  now: Date,
): Date | undefined {
  if (spec.restartedAt === undefined) return undefined;
  const asked = new Date(spec.restartedAt);
  if (status?.restartedAt === undefined) return asked;
  const done = new Date(status.restartedAt);
  const isNew = done > now ? asked.getTime() !== done.getTime() : asked > done;
  return isNew ? asked : undefined;
}
