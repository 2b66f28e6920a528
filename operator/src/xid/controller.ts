import { wantsChecks } from '@gpulease/crds';
import type { Operator } from '../operator.ts';
import type { Controller } from '../runtime/controller.ts';
import { isListed } from '../compute-node/suspects.ts';
import { fatalXidsOf, machinesToWatch, suspectsAmong, XID_QUESTION } from './suspects.ts';

const LOOK_EVERY_MS = 60_000;

/** Creates a controller that queries driver errors in machines once a minute, where GPUs are checked and there is a metrics source. */
export function createXidController(operator: Operator): Controller {
  const { askMetrics, caches, clock, createController, logger, suspects } = operator;
  const isChecked = (region: string) =>
    wantsChecks(caches.regions.store.get({ name: region })?.spec.gpuCheck);
  const look = async (): Promise<void> => {
    const now = clock.now();
    const machines = machinesToWatch(caches.workloads.informer.store.list(), { isChecked, now });
    if (askMetrics === undefined || machines.length === 0) return;
    const xids = fatalXidsOf(await askMetrics(XID_QUESTION));
    for (const { node, ...suspect } of suspectsAmong(machines, xids, now))
      if (!isListed(caches.computeNodes.store.get({ name: node }), suspect)) suspects.add(node, suspect);
  };
  return createController({
    name: 'xid',
    workers: 1,
    keys: () => (askMetrics === undefined ? [] : ['machines']),
    reconcile: async () => {
      await look().catch((error: unknown) =>
        logger.warn({ err: error }, 'Could not query GPU driver errors (XIDs)'),
      );
      return { afterMs: LOOK_EVERY_MS };
    },
  });
}
