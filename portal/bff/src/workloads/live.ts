/** Live events: what changed in the cluster and in the books, to the streams of those who may see it. */
import type { CatalogKind, LiveEvent } from '@gpulease/contract/live';
import type { RechargeStatus } from '@gpulease/contract/enums';
import type { Informer } from '@gpulease/kube';
import type { Pool } from 'pg';
import type { Catalog } from '../catalog/catalog.ts';
import { listenTo } from '../database/notifications.ts';
import type { EventStream, Handlers } from '../http/handler.ts';
import type { Logger } from '../http/logger.ts';
import { presentOne, type WorkloadReader } from './lists.ts';
import { findWorkload, ownerOf, usernameOf } from './sources.ts';

export interface Live {
  readonly handlers: Handlers<'streamEvents' | 'streamAdminEvents'>;
  stop(): Promise<void>;
}

interface Subscriber {
  readonly stream: EventStream;
  /** Whose events; undefined: everybody's, as operators see them. */
  readonly userId: string | undefined;
}

interface Parts extends WorkloadReader {
  readonly pool: Pool;
  readonly log: Logger;
}

/** Changes that come together are one event. */
const GATHER_MS = 50;

/** Begins to hand out events; subscribers come through the handlers. */
export function startLive(parts: Parts): Live {
  const hub = new LiveHub(parts);
  const stopping = new AbortController();
  const unsubscribe = watchCluster(parts, hub);
  const listening = listenTo(
    parts.pool,
    {
      channel: 'live',
      onPayload: (payload) => hub.bookChanged(JSON.parse(payload) as BookChange),
      onConnected: () => hub.broadcast({ type: 'ready' }),
    },
    stopping.signal,
  );
  return {
    handlers: {
      streamEvents: (stream, { caller }) => hub.add({ stream, userId: caller.id }),
      streamAdminEvents: (stream) => hub.add({ stream, userId: undefined }),
    },
    async stop() {
      for (const end of unsubscribe) end();
      stopping.abort();
      await listening;
    },
  };
}

function watchCluster({ workloads, catalog }: Parts, hub: LiveHub): (() => void)[] {
  const kinds: Readonly<Record<CatalogKind, keyof Catalog>> = {
    regions: 'regions',
    nodes: 'nodes',
    gpus: 'gpus',
    skus: 'skus',
    images: 'images',
    'pricing-policies': 'pricingPolicies',
  };
  const catalogs = Object.entries(kinds).map(([kind, name]) =>
    (catalog[name] as Informer<unknown>).onChange(() => hub.catalogChanged(kind as CatalogKind)),
  );
  const ofWorkloads = workloads.onChange((_, before, after) => {
    const changed = after ?? before;
    const userId = changed && ownerOf(changed);
    if (changed && userId !== undefined) hub.workloadChanged(userId, changed.metadata.name);
  });
  return [...catalogs, ofWorkloads];
}

/** What the database notifies of (0005-live.sql). */
interface BookChange {
  readonly table: 'wallet' | 'recharge' | 'workload_order';
  readonly userId: string;
  readonly id: string | null;
  readonly status: RechargeStatus | null;
  readonly name: string | null;
}

class LiveHub {
  readonly #parts: Parts;
  readonly #subscribers = new Set<Subscriber>();
  /** What waits to be sent, by what it is about. */
  readonly #waiting = new Map<string, () => Promise<void> | void>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
    subscriber.stream.closed.addEventListener('abort', () => this.#subscribers.delete(subscriber), {
      once: true,
    });
    subscriber.stream.send({ type: 'ready' });
  }

  broadcast(event: LiveEvent): void {
    for (const { stream } of this.#subscribers) stream.send(event);
  }

  catalogChanged(kind: CatalogKind): void {
    this.#later(`catalog/${kind}`, () => this.broadcast({ type: 'catalog', kind }));
  }

  workloadChanged(userId: string, name: string): void {
    this.#later(`workload/${userId}/${name}`, () => this.#sendWorkload(userId, name));
  }

  bookChanged({ table, userId, id, status, name }: BookChange): void {
    if (table === 'workload_order') return this.workloadChanged(userId, name ?? '');
    this.#later(`${table}/${userId}/${id}`, () => {
      const user = usernameOf(this.#parts.catalog, userId);
      if (table === 'wallet') this.#send(userId, { type: 'balance', user });
      else this.#send(userId, { type: 'recharge', user, id: id ?? '', status: status ?? 'PENDING' });
    });
  }

  /** Customers see their own workload, operators all, each as their console shows it. */
  async #sendWorkload(userId: string, name: string): Promise<void> {
    const { database, workloads, catalog } = this.#parts;
    const user = usernameOf(catalog, userId);
    const found = await findWorkload(database, workloads, { userId, name });
    for (const isAdmin of [false, true]) {
      const receivers = this.#receivers(userId).filter((one) => (one.userId === undefined) === isAdmin);
      if (receivers.length === 0) continue;
      const workload = found ? await presentOne(this.#parts, found, { isAdmin }) : null;
      for (const { stream } of receivers) stream.send({ type: 'workload', user, name, workload });
    }
  }

  #send(userId: string, event: LiveEvent): void {
    for (const { stream } of this.#receivers(userId)) stream.send(event);
  }

  #receivers(userId: string): Subscriber[] {
    return [...this.#subscribers].filter((one) => one.userId === undefined || one.userId === userId);
  }

  #later(topic: string, send: () => Promise<void> | void): void {
    if (this.#subscribers.size === 0 || this.#waiting.has(topic)) return;
    this.#waiting.set(topic, send);
    setTimeout(() => {
      this.#waiting.delete(topic);
      Promise.resolve(send()).catch((error: unknown) =>
        this.#parts.log.warn({ err: error, topic }, 'A live event was not sent'),
      );
    }, GATHER_MS);
  }
}
