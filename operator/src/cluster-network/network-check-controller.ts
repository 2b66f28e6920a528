import { backoffDelay, type Backoff } from '@gpulease/kube';
import type { Controller, CreateController } from '../runtime/controller.ts';
import type { NetworkCheck } from './network-check.ts';

const EVERY_MS = 600_000;
/** While the answer is unknown, as after an install, where the operator leads before a pod of the portal is ready. */
const UNKNOWN: Backoff = { baseMs: 5_000, maxMs: 60_000 };

interface Tools {
  networkCheck: NetworkCheck;
  createController: CreateController;
}

/** Looks whether NetworkPolicies are enforced, where the chart has made some. */
export function createNetworkCheckController({ networkCheck, createController }: Tools): Controller {
  let unknownLooks = 0;
  return createController({
    name: 'network-check',
    workers: 1,
    keys: () => (networkCheck.isEnabled ? ['portal'] : []),
    reconcile: async () => {
      await networkCheck.look();
      unknownLooks = networkCheck.condition().status === 'Unknown' ? unknownLooks + 1 : 0;
      return { afterMs: nextLookMs(unknownLooks) };
    },
  });
}

/** When to look again after so many looks in a row that have shown nothing. */
export function nextLookMs(unknownLooks: number, random?: () => number): number {
  return unknownLooks === 0 ? EVERY_MS : backoffDelay(UNKNOWN, unknownLooks, random);
}
