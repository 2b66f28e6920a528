import type { Controller, CreateController } from '../runtime/controller.ts';
import { LOOK_EVERY_MS, type IdleWatch } from './idle-watch.ts';

interface Tools {
  idleWatch: IdleWatch;
  createController: CreateController;
}

/** Looks once a minute at how busy the GPUs are of machines that are stopped when idle, where there is a source of metrics. */
export function createIdleController({ idleWatch, createController }: Tools): Controller {
  return createController({
    name: 'idle',
    workers: 1,
    keys: () => (idleWatch.isEnabled ? ['machines'] : []),
    reconcile: async () => {
      await idleWatch.look();
      return { afterMs: LOOK_EVERY_MS };
    },
  });
}
