import type { Controller, CreateController } from '../runtime/controller.ts';
import type { NetworkCheck } from './network-check.ts';

const EVERY_MS = 600_000;

interface Tools {
  networkCheck: NetworkCheck;
  createController: CreateController;
}

/** Looks every ten minutes whether NetworkPolicies are enforced, where the chart has made some. */
export function createNetworkCheckController({ networkCheck, createController }: Tools): Controller {
  return createController({
    name: 'network-check',
    workers: 1,
    keys: () => (networkCheck.isEnabled ? ['portal'] : []),
    reconcile: async () => {
      await networkCheck.look();
      return { afterMs: EVERY_MS };
    },
  });
}
