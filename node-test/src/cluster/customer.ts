import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Usage } from '@gpulease/contract/billing';
import type { Page } from '@gpulease/contract/common';
import type { Quote, Workload } from '@gpulease/contract/workloads';
import { newKeyPair } from '@gpulease/local/ssh-key';
import { done, type Account, type Answer, type RestSession } from '@gpulease/local/rest';
import { until } from '../until.ts';

const retryMs = 500;
/** An order placed during a fault may wait until everything is back. */
const patienceMs = 300_000;

const offer = { sku: 'cpu-1', region: 'kind', pricing: 'cpu-1-hour' };
const image = 'cirros';

/** A customer who rents machines through the portal's Service and retries with the same key until it responds. */
export class Customer {
  readonly session: RestSession;
  readonly #publicKey = newKeyPair('node-test').public;

  private constructor(session: RestSession) {
    this.session = session;
  }

  static async signIn(session: RestSession, account: Account): Promise<Customer> {
    await until(() => session.signIn(account));
    return new Customer(session);
  }

  /** Orders a machine, and resolves when the portal has taken the order. */
  async order(name: string): Promise<void> {
    const quote = await this.#untilAnswered(() => this.session.post<Quote>('/quotes', offer));
    const order = {
      ...offer,
      name,
      image,
      rootDiskSize: 10,
      authorizedKeys: [this.#publicKey],
      expectedPrice: quote.expectedPrice,
      expectedUnit: quote.pricing.unit,
      // There is no room while the node is away or closed.
      whenSoldOut: 'WAIT',
    };
    const key = { 'idempotency-key': randomUUID() };
    await this.#untilAnswered(() => this.session.post('/workloads', order, key));
  }

  /** Returns a machine as the portal shows it, once it has the status. */
  untilStatus(name: string, status: Workload['status']): Promise<Workload> {
    return until(async () => {
      const workload = done(await this.session.get<Workload>(`/workloads/${name}`));
      if (workload.status === status) return workload;
      throw new Error(
        `${name} is ${workload.status} (${workload.reason}: ${workload.message}), not ${status}`,
      );
    }, patienceMs);
  }

  /** Opens a port of a machine to the outside, and returns its external address and port. */
  async open(name: string, targetPort: number): Promise<{ address: string; port: number }> {
    const path = `/workloads/${name}`;
    const ports = [{ protocol: 'TCP', port: 8000, targetPort }];
    const { etag } = done(await this.session.get<Workload>(path));
    done(await this.session.patch(path, { ports }, { 'if-match': etag }));
    return until(async () => {
      const { ports: opened } = done(await this.session.get<Workload>(path));
      if (opened[0]?.endpoint) return opened[0].endpoint;
      throw new Error(`The port of ${name} has no address yet`);
    }, patienceMs);
  }

  /** Destroys a machine, and resolves when it is gone. */
  async destroy(name: string): Promise<void> {
    const path = `/workloads/${name}`;
    await this.#untilAnswered(() => this.session.post(`${path}/destroy`, {}));
    await until(async () => {
      const { status, body } = await this.session.get<Workload>(path);
      if (status !== 404 && body.status !== 'DESTROYED') throw new Error(`${name} is ${body.status}`);
    }, patienceMs);
  }

  /** Returns the usage for which a machine was charged. */
  async usage(name: string): Promise<Usage[]> {
    return done(await this.session.get<Page<Usage>>(`/billing/usage?workload=${name}&pageSize=100`)).items;
  }

  /** Returns the names of all machines. */
  async machines(): Promise<string[]> {
    const { items } = done(await this.session.get<Page<Workload>>('/workloads?pageSize=100'));
    return items.map(({ name }) => name);
  }

  /** Retries through server errors and lost responses. */
  async #untilAnswered<T>(ask: () => Promise<Answer<T>>): Promise<T> {
    for (const end = performance.now() + patienceMs; ;) {
      const answer = await ask().catch(() => undefined);
      if (answer !== undefined && answer.status < 500) return done(answer);
      if (performance.now() > end)
        throw new Error(`The portal did not answer for five minutes, last ${answer?.status ?? 'not at all'}`);
      await delay(retryMs);
    }
  }
}
