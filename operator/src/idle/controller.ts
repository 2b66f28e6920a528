import type { Controller, CreateController } from '../runtime/controller.ts';
import { QUERY_INTERVAL_MS, type IdleWatch } from './idle-watch.ts';

interface Tools {
  idleWatch: IdleWatch;
  createController: CreateController;
}

/** Creates a controller that queries the GPU load of machines with an idle rule once a minute, if there is a metrics source. */
export function createIdleController({ idleWatch, createController }: Tools): Controller {
  return createController({
    name: 'idle',
    workers: 1,
    keys: () => (idleWatch.isEnabled ? ['machines'] : []),
    reconcile: async () => {
      await idleWatch.look();
      return { afterMs: QUERY_INTERVAL_MS };
    },
  });
}
