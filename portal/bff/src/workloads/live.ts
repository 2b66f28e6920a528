/** Live events: sends changes in the cluster and the books to the clients that may see them. */
import type { CatalogueKind } from '@gpulease/contract/live';
import type { Informer } from '@gpulease/kube';
import type { Pool } from 'pg';
import { tenantOf } from '@gpulease/crds';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { listenTo } from '../database/notifications.ts';
import type { AllHandlers } from '../http/handler.ts';
import type { Logger } from '../http/logger.ts';
import type { WorkloadReader } from './lists.ts';
import { forwardChanges, LIVE_CHANNEL } from './live-changes.ts';
import { LiveHub, type Change } from './live-hub.ts';

export type Live = ReturnType<typeof startLive>;

interface Parts extends WorkloadReader {
  readonly pool: Pool;
  readonly log: Logger;
}

/** Starts sending events; clients subscribe through the handlers. */
export function startLive(parts: Parts) {
  const stopping = new AbortController();
  const hub = new LiveHub({ ...parts, stopping: stopping.signal });
  let isListening = false;
  const unsubscribe = watchCluster(parts, hub);
  const listening = listenTo(
    parts.pool,
    {
      channel: LIVE_CHANNEL,
      onPayload: (payload) => hub.changed(JSON.parse(payload) as Change),
      onConnected: () => {
        isListening = true;
        hub.reloadAll();
      },
      onLost: (error) => {
        isListening = false;
        parts.log.warn({ err: error }, 'Could not listen for changes in the database, will retry');
      },
    },
    stopping.signal,
  );
  const forwarding = forwardChanges(parts.database, parts.log, stopping.signal);
  const handlers: Pick<AllHandlers, 'streamEvents' | 'streamAdminEvents'> = {
    streamEvents: (stream, { caller }) => hub.addCustomer(stream, caller.id),
    streamAdminEvents: (stream) => hub.addOperator(stream),
  };
  return {
    handlers,
    /** Whether notifications from the database are received; otherwise events cover the cluster alone. */
    isListening: () => isListening,
    async stop() {
      for (const end of unsubscribe) end();
      stopping.abort();
      await Promise.all([listening, forwarding]);
    },
  };
}

function watchCluster({ workloads, catalogue }: Parts, hub: LiveHub): (() => void)[] {
  const kinds: Readonly<Record<CatalogueKind, keyof Catalogue>> = {
    regions: 'regions',
    nodes: 'nodes',
    gpus: 'gpus',
    skus: 'skus',
    images: 'images',
    'pricing-policies': 'pricingPolicies',
  };
  const catalogues = Object.entries(kinds).map(([kind, name]) =>
    (catalogue[name] as Informer<unknown>).onChange(() => hub.catalogueChanged(kind as CatalogueKind)),
  );
  const ofWorkloads = workloads.onChange((_, before, after) => {
    const changed = after ?? before;
    const userId = changed && tenantOf(changed);
    if (changed && userId !== undefined) hub.workloadChanged(userId, changed.metadata.name);
  });
  // Quotas are in the spec; the status changes with every machine.
  const ofTenants = catalogue.tenants.onChange((_, before, after) => {
    if (before?.metadata.generation !== after?.metadata.generation) hub.identityChanged();
  });
  return [...catalogues, ofWorkloads, ofTenants];
}
