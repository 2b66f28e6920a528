import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Recharge } from '@gpulease/contract/billing';
import type { Workload } from '@gpulease/contract/workloads';
import type { Account } from '../support/demo.ts';
import { cheapestGpuSku, newSshKey, orderBody, type Offer } from '../support/orders.ts';
import { RestSession, type Answer } from '../support/rest.ts';
import type { Random } from '@gpulease/local/random';

/** What the platform has acknowledged about a machine; the last acknowledged wish must be fulfilled. */
export interface Promised {
  user: string;
  name: string;
  /** Unclear after a refusal, if an earlier attempt whose response was lost may have succeeded. */
  wish: 'on' | 'off' | 'gone' | 'unclear';
  /** Times of requests to stop, restart and destroy, from first attempt to response, in milliseconds since the epoch. */
  breaks: Span[];
  /** Hourly price; null for a reserved term. */
  yuanPerHour: string | null;
  /** Refund of a reserved term to which the platform agreed, in yuan. */
  refund?: string;
}

export interface Span {
  from: number;
  to: number;
}

type Action = 'order' | 'term' | 'start' | 'stop' | 'restart' | 'destroy' | 'recharge';

/** Offers that a renter buys by the hour and by the month. */
export interface Taste {
  hour: Offer;
  month: Offer;
}

interface Answered<T> {
  answer: Answer<T>;
  body: unknown;
  wasRetried: boolean;
}

const retryMs = 500;
/** Enough to reserve the cheapest GPU for a month. */
const rechargeYuan = 5_000;

interface Habits {
  random: Random;
  taste: Taste | undefined;
}

/** A user who orders, stops, starts, restarts, destroys and cancels terms, and retries until there is a response. */
export class Renter {
  readonly account: Account;
  readonly machines = new Map<string, Promised>();
  /** Sum of paid recharges, in yuan. */
  recharged = 0;
  actions = 0;
  /** Refused requests, each with status and code. */
  readonly refusals: string[] = [];
  retries = 0;
  /** Most attempts that one request took. */
  mostTries = 1;
  readonly #session: RestSession;
  readonly #random: Random;
  readonly #taste: Taste | undefined;
  readonly #publicKey: string;

  private constructor(account: Account, session: RestSession, { random, taste }: Habits) {
    this.account = account;
    this.#session = session;
    this.#random = random;
    this.#taste = taste;
    this.#publicKey = newSshKey().publicKey;
  }

  /** Signs a renter in. Without a taste, the renter buys the cheapest available offer. */
  static async signIn(account: Account, random: Random, taste?: Taste): Promise<Renter> {
    return new Renter(account, await RestSession.user(account), { random, taste });
  }

  get session(): RestSession {
    return this.#session;
  }

  /** Acts until aborted; the last action is completed. */
  async act(ends: AbortSignal): Promise<void> {
    await this.#recharge();
    while (!ends.aborted) {
      await this.#take(this.#chooseAction());
      this.actions += 1;
      await delay(this.#random.between(200, 4_000), undefined, { signal: ends }).catch(() => undefined);
    }
  }

  /** Destroys all remaining machines, to free the GPUs for later tests. */
  async leave(): Promise<void> {
    for (const machine of this.machines.values())
      if (machine.wish !== 'gone') await this.#change(machine, 'destroy');
  }

  /** Returns the names of the machines that still exist. */
  async remaining(): Promise<string[]> {
    const { body } = await this.#session.get<{ items: Workload[] }>('/workloads?pageSize=100');
    return body.items.map(({ name }) => name);
  }

  #chooseAction(): Action {
    const machines = [...this.machines.values()];
    const has = (wish: Promised['wish']) =>
      machines.some((one) => one.wish === wish && one.yuanPerHour !== null);
    const possible: Action[] = ['recharge'];
    if (machines.filter(({ wish }) => wish !== 'gone').length < 4)
      possible.push('order', 'order', 'order', 'term');
    if (has('on')) possible.push('stop', 'stop', 'restart', 'restart', 'destroy');
    if (has('off')) possible.push('start', 'start', 'start', 'destroy');
    return this.#random.pick(possible);
  }

  async #take(action: Action): Promise<void> {
    if (action === 'recharge') return this.#recharge();
    if (action === 'order') return this.#order();
    if (action === 'term') return this.#giveUpTerm();
    const wished = { start: ['off'], stop: ['on'], restart: ['on'], destroy: ['on', 'off'] }[action];
    const candidates = [...this.machines.values()].filter(
      ({ wish, yuanPerHour }) => wished.includes(wish) && yuanPerHour !== null,
    );
    return this.#change(this.#random.pick(candidates), action);
  }

  async #recharge(): Promise<void> {
    const { answer: created } = await this.#untilAnswered<Recharge>('/recharges', () =>
      Promise.resolve({ amount: `${rechargeYuan}.00`, method: 'TEST' }),
    );
    if (created.status !== 201) return this.#refused(created);
    const { answer: paid } = await this.#untilAnswered(`/sandbox/payments/${created.body.id}/pay`, () =>
      Promise.resolve({}),
    );
    // 409: an attempt whose response was lost has paid, and a payment is not taken twice.
    if (paid.status === 204 || paid.status === 409) this.recharged += rechargeYuan;
    else this.#refused(paid);
  }

  async #order(): Promise<void> {
    const name = `m-${this.machines.size}-${randomUUID().slice(0, 4)}`;
    const { answer, body } = await this.#untilAnswered<Workload>('/workloads', () =>
      orderBody(this.#session, name, this.#publicKey, this.#taste?.hour),
    );
    if (answer.status !== 201) return this.#refused(answer);
    const { expectedPrice: yuanPerHour } = body as { expectedPrice: string };
    this.machines.set(name, { user: this.account.username, name, wish: 'on', breaks: [], yuanPerHour });
  }

  /** Reserves a machine, and cancels it while it starts or has just begun to run, for the refund shown at that time. */
  async #giveUpTerm(): Promise<void> {
    const name = `t-${this.machines.size}-${randomUUID().slice(0, 4)}`;
    const { answer } = await this.#untilAnswered<Workload>('/workloads', async () => {
      const offer = this.#taste?.month ?? (await cheapestGpuSku(this.#session, 'RESERVED'));
      return orderBody(this.#session, name, this.#publicKey, offer);
    });
    if (answer.status !== 201) return this.#refused(answer);
    const machine: Promised = {
      user: this.account.username,
      name,
      wish: 'on',
      breaks: [],
      yuanPerHour: null,
    };
    this.machines.set(name, machine);
    await delay(this.#random.between(0, 6_000));
    for (let isAgreed = false; !isAgreed;) isAgreed = await this.#agreeOnRefund(machine);
  }

  /** Returns whether the platform accepted the refund that it had shown; it refuses one that has changed since. */
  async #agreeOnRefund(machine: Promised): Promise<boolean> {
    const path = `/workloads/${machine.name}`;
    const from = Date.now();
    const { answer, body } = await this.#untilAnswered<Workload>(`${path}/destroy`, async () => ({
      // There is none if the order was already over, because another got the last place.
      expectedRefund: (await this.#read(path)).term?.refund ?? undefined,
    }));
    if (![202, 404].includes(answer.status) && !isOver(answer)) {
      this.#refused(answer);
      await delay(retryMs);
      return false;
    }
    const { expectedRefund } = body as { expectedRefund?: string };
    Object.assign(machine, { wish: 'gone', refund: expectedRefund });
    machine.breaks.push({ from, to: Date.now() });
    return true;
  }

  async #change(machine: Promised, action: Exclude<Action, 'order' | 'term' | 'recharge'>): Promise<void> {
    const from = Date.now();
    const path = `/workloads/${machine.name}`;
    const { answer, wasRetried } = await this.#untilAnswered<Workload>(`${path}/${action}`, () =>
      action === 'start' ? this.#startBody(path) : Promise.resolve({}),
    );
    if (action !== 'start') machine.breaks.push({ from, to: Date.now() });
    if (answer.status !== 202) {
      if (wasRetried) machine.wish = 'unclear';
      return this.#refused(answer);
    }
    machine.wish = ({ start: 'on', stop: 'off', restart: 'on', destroy: 'gone' } as const)[action];
  }

  async #startBody(path: string): Promise<unknown> {
    const { startPrice } = await this.#read(path);
    return { expectedPrice: startPrice?.price, expectedUnit: startPrice?.unit };
  }

  async #read(path: string): Promise<Workload> {
    const { status, body } = await this.#session.get<Workload>(path);
    if (status >= 500) throw new Error(`${path} was answered with ${status}`);
    return body;
  }

  #refused({ status, body }: Answer<unknown>): void {
    this.refusals.push(`${status} ${reasonOf(body)}`);
  }

  /** Uses one key for all attempts with one body, as a careful client does. Retries server errors and lost responses. */
  async #untilAnswered<T>(path: string, makeBody: () => Promise<unknown>): Promise<Answered<T>> {
    const key = { 'idempotency-key': randomUUID() };
    const { result: body } = await this.#again(async () => ({ result: await makeBody() }));
    const { result: answer, tries } = await this.#again(async () => {
      const result = await this.#session.post<T>(path, body, key);
      return result.status < 500 ? { result } : undefined;
    });
    return { answer, body, wasRetried: tries > 1 };
  }

  /** Retries until an attempt succeeds. */
  async #again<T>(attempt: () => Promise<{ result: T } | undefined>): Promise<{ result: T; tries: number }> {
    for (let tries = 1; ; tries += 1) {
      const done = await attempt().catch(() => undefined);
      this.mostTries = Math.max(this.mostTries, tries);
      if (done !== undefined) return { ...done, tries };
      this.retries += 1;
      await delay(retryMs);
    }
  }
}

/** Returns whether an attempt whose response was lost has destroyed the machine; all attempts carry the same refund. */
function isOver({ status, body }: Answer<unknown>): boolean {
  return status === 409 && reasonOf(body) === 'ILLEGAL_TRANSITION';
}

/** Returns the error's reason if it has one, otherwise its code. */
function reasonOf(body: unknown): string {
  const { code, details } = (body ?? {}) as { code?: string; details?: { reason?: string } };
  return details?.reason ?? code ?? '';
}
