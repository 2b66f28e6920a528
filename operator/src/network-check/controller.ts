import type { Operator } from '../operator.ts';
import type { Controller } from '../runtime/controller.ts';

const EVERY_MS = 600_000;

/** Looks every ten minutes whether NetworkPolicies are enforced, where the chart has made some. */
export function createNetworkCheckController(operator: Operator): Controller {
  const { networkCheck } = operator;
  return operator.createController({
    name: 'network-check',
    workers: 1,
    keys: () => (networkCheck.isEnabled ? ['portal'] : []),
    reconcile: async () => {
      await networkCheck.look();
      return { afterMs: EVERY_MS };
    },
  });
}
