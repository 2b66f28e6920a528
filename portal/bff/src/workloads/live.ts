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
import { forwardChanges, LIVE_CHANNEL } from './live-changes.ts';
import { readUsernames } from '../tenants/usernames.ts';
import { findWorkload, ownerOf } from './sources.ts';

export interface Live {
  readonly handlers: Handlers<'streamEvents' | 'streamAdminEvents'>;
  stop(): Promise<void>;
}

interface Parts extends WorkloadReader {
  readonly pool: Pool;
  readonly log: Logger;
}

/** Changes that come together are one event. */
const GATHER_MS = 50;
/** After a gap all clients load anew, spread over this time. */
const RELOAD_SPREAD_MS = 5_000;

/** Begins to hand out events; subscribers come through the handlers. */
export function startLive(parts: Parts): Live {
  const hub = new LiveHub(parts);
  const stopping = new AbortController();
  const unsubscribe = watchCluster(parts, hub);
  const listening = listenTo(
    parts.pool,
    {
      channel: LIVE_CHANNEL,
      onPayload: (payload) => hub.changed(JSON.parse(payload) as Change),
      onConnected: () => hub.reloadAll(),
    },
    stopping.signal,
  );
  const forwarding = forwardChanges(parts.database, parts.log, stopping.signal);
  return {
    handlers: {
      streamEvents: (stream, { caller }) => hub.addCustomer(stream, caller.id),
      streamAdminEvents: (stream) => hub.addOperator(stream),
    },
    async stop() {
      for (const end of unsubscribe) end();
      stopping.abort();
      await Promise.all([listening, forwarding]);
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
  // Quotas are in the spec; its status moves with every machine.
  const ofTenants = catalog.tenants.onChange((_, before, after) => {
    if (before?.metadata.generation !== after?.metadata.generation) hub.identityChanged();
  });
  return [...catalogs, ofWorkloads, ofTenants];
}

/** Tables whose changes operators are told of, without what changed (0012-audit-search.sql). */
type IdentityTable = 'user_account' | 'invite_code';

/** What the database notifies of. */
type Change = BookChange | NoticeChange | { readonly table: IdentityTable };

/** A notice is new, or was read (0019-running-out.sql). */
interface NoticeChange {
  readonly table: 'notice';
  readonly userId: string;
}

/** What it notifies of in the books (0005-live.sql). */
interface BookChange {
  readonly table: 'wallet' | 'recharge' | 'workload_order';
  readonly userId: string;
  readonly id: string | null;
  readonly status: RechargeStatus | null;
  readonly name: string | null;
}

class LiveHub {
  readonly #parts: Parts;
  /** By user. */
  readonly #customers = new Map<string, Set<EventStream>>();
  readonly #operators = new Set<EventStream>();
  /** What waits to be sent, by what it is about. */
  readonly #waiting = new Map<string, () => Promise<void> | void>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  addCustomer(stream: EventStream, userId: string): void {
    const streams = this.#customers.get(userId) ?? new Set();
    this.#customers.set(userId, streams.add(stream));
    onClosed(stream, () => {
      streams.delete(stream);
      if (streams.size === 0) this.#customers.delete(userId);
    });
  }

  addOperator(stream: EventStream): void {
    this.#operators.add(stream);
    onClosed(stream, () => this.#operators.delete(stream));
  }

  /** For after a gap in what the database tells. */
  reloadAll(): void {
    for (const stream of this.#all())
      setTimeout(() => stream.send({ type: 'ready' }), Math.random() * RELOAD_SPREAD_MS);
  }

  catalogChanged(kind: CatalogKind): void {
    this.#later(`catalog/${kind}`, () => {
      for (const stream of this.#all()) stream.send({ type: 'catalog', kind });
    });
  }

  workloadChanged(userId: string, name: string): void {
    if (!this.#isWatched(userId)) return;
    this.#later(`workload/${userId}/${name}`, () => this.#sendWorkload(userId, name));
  }

  changed(change: Change): void {
    if (change.table === 'notice') this.#noticesChanged(change.userId);
    else if ('userId' in change) this.#bookChanged(change);
    else this.identityChanged();
  }

  /** Nobody else's business. */
  #noticesChanged(userId: string): void {
    if (!this.#customers.has(userId)) return;
    this.#later(`notice/${userId}`, () => {
      for (const stream of this.#customers.get(userId) ?? []) stream.send({ type: 'notice' });
    });
  }

  /** Users, their quotas or invite codes. */
  identityChanged(): void {
    this.#later('identity', () => {
      for (const stream of this.#operators) stream.send({ type: 'identity' });
    });
  }

  #bookChanged({ table, userId, id, status, name }: BookChange): void {
    if (table === 'workload_order') return this.workloadChanged(userId, name ?? '');
    if (!this.#isWatched(userId)) return;
    this.#later(`${table}/${userId}/${id}`, async () => {
      const user = await this.#usernameOf(userId);
      if (table === 'wallet') this.#send(userId, { type: 'balance', user });
      else this.#send(userId, { type: 'recharge', user, id: id ?? '', status: status ?? 'PENDING' });
    });
  }

  /** Customers see their own workload, operators all, each as their console shows it. */
  async #sendWorkload(userId: string, name: string): Promise<void> {
    const { database, workloads } = this.#parts;
    const user = await this.#usernameOf(userId);
    const found = await findWorkload(database, workloads, { userId, name });
    const receivers = [
      [this.#customers.get(userId) ?? new Set(), false],
      [this.#operators, true],
    ] as const;
    for (const [streams, isAdmin] of receivers) {
      if (streams.size === 0) continue;
      const workload = found ? await presentOne(this.#parts, found, { isAdmin }) : null;
      for (const stream of streams) stream.send({ type: 'workload', user, name, workload });
    }
  }

  async #usernameOf(userId: string): Promise<string> {
    const { database, catalog } = this.#parts;
    return (await readUsernames(database, catalog, [userId]))(userId);
  }

  #send(userId: string, event: LiveEvent): void {
    for (const stream of [...(this.#customers.get(userId) ?? []), ...this.#operators]) stream.send(event);
  }

  #all(): EventStream[] {
    return [...this.#operators, ...[...this.#customers.values()].flatMap((streams) => [...streams])];
  }

  #isWatched(userId: string): boolean {
    return this.#operators.size > 0 || this.#customers.has(userId);
  }

  /** Sends soon; of several about one thing the last counts. */
  #later(topic: string, send: () => Promise<void> | void): void {
    const isWaiting = this.#waiting.has(topic);
    this.#waiting.set(topic, send);
    if (isWaiting) return;
    setTimeout(() => {
      const latest = this.#waiting.get(topic);
      this.#waiting.delete(topic);
      Promise.resolve(latest?.()).catch((error: unknown) =>
        this.#parts.log.warn({ err: error, topic }, 'A live event was not sent'),
      );
    }, GATHER_MS);
  }
}

function onClosed({ closed }: EventStream, forget: () => void): void {
  closed.addEventListener('abort', forget, { once: true });
}
