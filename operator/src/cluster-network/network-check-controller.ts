import { backoffDelay, type Backoff } from '@gpulease/kube';
import type { Controller, CreateController } from '../runtime/controller.ts';
import type { NetworkCheck } from './network-check.ts';

const EVERY_MS = 600_000;
/** Used while the result is unknown, as after an install, when the operator leads before a portal pod is ready. */
const UNKNOWN: Backoff = { baseMs: 5_000, maxMs: 60_000 };

interface Tools {
  networkCheck: NetworkCheck;
  createController: CreateController;
}

/** Creates a controller that checks whether NetworkPolicies are enforced, if the chart has created some. */
export function createNetworkCheckController({ networkCheck, createController }: Tools): Controller {
  let unknownLooks = 0;
  return createController({
    name: 'network-check',
    workers: 1,
    keys: () => (networkCheck.isEnabled ? ['portal'] : []),
    reconcile: async () => {
      await networkCheck.look();
      unknownLooks = networkCheck.condition().status === 'Unknown' ? unknownLooks + 1 : 0;
      return { afterMs: nextCheckMs(unknownLooks) };
    },
  });
}

/** Returns the delay until the next check after `unknownLooks` inconclusive ones in a row, in milliseconds. */
export function nextCheckMs(unknownLooks: number, random?: () => number): number {
  return unknownLooks === 0 ? EVERY_MS : backoffDelay(UNKNOWN, unknownLooks, random);
}
