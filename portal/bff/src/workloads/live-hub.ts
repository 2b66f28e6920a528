/** Distributes live events to the listening clients. */
import type { RechargeStatus } from '@gpulease/contract/enums';
import type { CatalogueKind, LiveEvent } from '@gpulease/contract/live';
import type { EventStream } from '../http/handler.ts';
import type { Logger } from '../http/logger.ts';
import { readUsernames } from '../tenants/usernames.ts';
import { presentOne, type WorkloadReader } from './lists.ts';
import { LiveTopics } from './live-topics.ts';
import { findWorkload } from './sources.ts';

/** After a gap all clients reload, spread over this time. */
const RELOAD_SPREAD_MS = 5_000;

interface HubParts extends WorkloadReader {
  readonly log: Logger;
  readonly stopping: AbortSignal;
}

/** Tables whose changes are announced to operators, without details (`notify_identity`). */
type IdentityTable = 'user_account' | 'invite_code' | 'approval';

/** A notification from the database. */
export type Change = BookChange | NoticeChange | { readonly table: IdentityTable };

/** A notice is new or was read (`notify_notice`). */
interface NoticeChange {
  readonly table: 'notice';
  readonly userId: string;
}

/** A change in the books (`notify_live`). */
interface BookChange {
  readonly table: 'wallet' | 'recharge' | 'workload_order';
  readonly userId: string;
  readonly id: string | null;
  readonly status: RechargeStatus | null;
  readonly name: string | null;
}

export class LiveHub {
  readonly #parts: HubParts;
  /** By user. */
  readonly #customers = new Map<string, Set<EventStream>>();
  readonly #operators = new Set<EventStream>();
  /** Separate, so that a payment does not wait for the announcement of ten thousand machines. */
  readonly #workloads: LiveTopics;
  readonly #others: LiveTopics;

  constructor(parts: HubParts) {
    this.#parts = parts;
    this.#workloads = new LiveTopics(parts);
    this.#others = new LiveTopics(parts);
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

  /** Makes all clients reload, after a gap in the notifications from the database. */
  reloadAll(): void {
    for (const stream of this.#all())
      setTimeout(() => stream.send({ type: 'ready' }), Math.random() * RELOAD_SPREAD_MS);
  }

  catalogueChanged(kind: CatalogueKind): void {
    this.#others.send(`catalogue/${kind}`, () => {
      for (const stream of this.#all()) stream.send({ type: 'catalogue', kind });
    });
  }

  workloadChanged(userId: string, name: string): void {
    if (!this.#isWatched(userId)) return;
    this.#workloads.send(`${userId}/${name}`, () => this.#sendWorkload(userId, name));
  }

  changed(change: Change): void {
    if (change.table === 'notice') this.#noticesChanged(change.userId);
    else if ('userId' in change) this.#bookChanged(change);
    else this.identityChanged();
  }

  /** Sent to the user only. */
  #noticesChanged(userId: string): void {
    if (!this.#customers.has(userId)) return;
    this.#others.send(`notice/${userId}`, () => {
      for (const stream of this.#customers.get(userId) ?? []) stream.send({ type: 'notice' });
    });
  }

  /** For changes of users, their quotas, invite codes or requests for approval. */
  identityChanged(): void {
    this.#others.send('identity', () => {
      for (const stream of this.#operators) stream.send({ type: 'identity' });
    });
  }

  #bookChanged({ table, userId, id, status, name }: BookChange): void {
    if (table === 'workload_order') return this.workloadChanged(userId, name ?? '');
    if (!this.#isWatched(userId)) return;
    this.#others.send(`${table}/${userId}/${id}`, async () => {
      const user = await this.#usernameOf(userId);
      if (table === 'wallet') this.#send(userId, { type: 'balance', user });
      else this.#send(userId, { type: 'recharge', user, id: id ?? '', status: status ?? 'PENDING' });
    });
  }

  /** Sends a workload to its customer and to operators, each as their console shows it. */
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
    const { database, catalogue } = this.#parts;
    return (await readUsernames(database, catalogue, [userId]))(userId);
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
}

function onClosed({ closed }: EventStream, forget: () => void): void {
  closed.addEventListener('abort', forget, { once: true });
}
