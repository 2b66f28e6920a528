import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Recharge } from '@gpulease/contract/billing';
import type { Workload } from '@gpulease/contract/workloads';
import type { Account } from '../support/demo.ts';
import { cheapestGpuSku, newSshKey, orderBody } from '../support/orders.ts';
import { RestSession, type Answer } from '../support/rest.ts';
import type { Random } from '@gpulease/local/random';

/** What the platform has acknowledged of a machine; the last acknowledged wish is what must come about. */
export interface Promised {
  user: string;
  name: string;
  /** Unclear after a refusal that may answer to a request whose own answer was lost. */
  wish: 'on' | 'off' | 'gone' | 'unclear';
  /** From when to when stops, restarts and the destruction were asked for, in milliseconds since the epoch. */
  breaks: Span[];
  /** By the hour; null for a reserved term. */
  yuanPerHour: string | null;
  /** What the platform agreed to give back of a reserved term, in yuan. */
  refund?: string;
}

export interface Span {
  from: number;
  to: number;
}

type Action = 'order' | 'term' | 'start' | 'stop' | 'restart' | 'destroy' | 'recharge';

interface Answered<T> {
  answer: Answer<T>;
  body: unknown;
  wasRetried: boolean;
}

const retryMs = 500;
/** A month of the cheapest GPU is reserved for less. */
const rechargeYuan = 5_000;

/** A user who orders, stops, starts, restarts, destroys and gives terms up, and who asks again until there is an answer. */
export class Renter {
  readonly account: Account;
  readonly machines = new Map<string, Promised>();
  /** What the wallet got, in yuan. */
  recharged = 0;
  actions = 0;
  refusals = 0;
  retries = 0;
  readonly #session: RestSession;
  readonly #random: Random;
  readonly #publicKey: string;

  private constructor(account: Account, session: RestSession, random: Random) {
    this.account = account;
    this.#session = session;
    this.#random = random;
    this.#publicKey = newSshKey().publicKey;
  }

  static async signIn(account: Account, random: Random): Promise<Renter> {
    return new Renter(account, await RestSession.user(account), random);
  }

  get session(): RestSession {
    return this.#session;
  }

  /** Acts until told to end; the last action is carried through. */
  async act(ends: AbortSignal): Promise<void> {
    await this.#recharge();
    while (!ends.aborted) {
      await this.#take(this.#chooseAction());
      this.actions += 1;
      await delay(this.#random.between(200, 4_000), undefined, { signal: ends }).catch(() => undefined);
    }
  }

  /** Destroys everything that is left, for those who come after. */
  async leave(): Promise<void> {
    for (const machine of this.machines.values())
      if (machine.wish !== 'gone') await this.#change(machine, 'destroy');
  }

  /** The names of the machines that the platform still has. */
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
    if (created.status !== 201) return this.#refused();
    const { answer: paid } = await this.#untilAnswered(`/sandbox/payments/${created.body.id}/pay`, () =>
      Promise.resolve({}),
    );
    // An answer that was lost has paid it, and a payment is not taken twice.
    if (paid.status === 204 || paid.status === 409) this.recharged += rechargeYuan;
    else this.#refused();
  }

  async #order(): Promise<void> {
    const name = `m-${this.machines.size}-${randomUUID().slice(0, 4)}`;
    const { answer, body } = await this.#untilAnswered<Workload>('/workloads', () =>
      orderBody(this.#session, name, this.#publicKey),
    );
    if (answer.status !== 201) return this.#refused();
    const { expectedPrice: yuanPerHour } = body as { expectedPrice: string };
    this.machines.set(name, { user: this.account.username, name, wish: 'on', breaks: [], yuanPerHour });
  }

  /** Reserves a machine, and gives it up while it starts or has just begun to run, for the refund that is shown then. */
  async #giveUpTerm(): Promise<void> {
    const name = `t-${this.machines.size}-${randomUUID().slice(0, 4)}`;
    const { answer } = await this.#untilAnswered<Workload>('/workloads', async () => ({
      ...(await orderBody(
        this.#session,
        name,
        this.#publicKey,
        await cheapestGpuSku(this.#session, 'RESERVED'),
      )),
      pricingQuantity: 1,
    }));
    if (answer.status !== 201) return this.#refused();
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

  /** Whether the platform has taken the refund that it showed; it refuses one that has changed since. */
  async #agreeOnRefund(machine: Promised): Promise<boolean> {
    const path = `/workloads/${machine.name}`;
    const from = Date.now();
    const { answer, body } = await this.#untilAnswered<Workload>(`${path}/destroy`, async () => ({
      expectedRefund: (await this.#session.get<Workload>(path)).body.term?.refund,
    }));
    if (answer.status !== 202) {
      this.#refused();
      await delay(retryMs);
      return false;
    }
    const { expectedRefund } = body as { expectedRefund: string };
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
      return this.#refused();
    }
    machine.wish = ({ start: 'on', stop: 'off', restart: 'on', destroy: 'gone' } as const)[action];
  }

  async #startBody(path: string): Promise<unknown> {
    const { body } = await this.#session.get<Workload>(path);
    return { expectedPrice: body.startPrice?.price, expectedUnit: body.startPrice?.unit };
  }

  #refused(): void {
    this.refusals += 1;
  }

  /** One key for all tries of one body, as a careful client does it. Server errors and lost answers are no answer. */
  async #untilAnswered<T>(path: string, makeBody: () => Promise<unknown>): Promise<Answered<T>> {
    const key = { 'idempotency-key': randomUUID() };
    const body = await this.#untilMade(makeBody);
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#session.post<T>(path, body, key).catch(() => undefined);
      if (answer !== undefined && answer.status < 500) return { answer, body, wasRetried: tries > 1 };
      this.retries += 1;
      await delay(retryMs);
    }
  }

  async #untilMade(make: () => Promise<unknown>): Promise<unknown> {
    for (;;) {
      const made = await make().then(
        (body) => ({ body }),
        () => undefined,
      );
      if (made !== undefined) return made.body;
      this.retries += 1;
      await delay(retryMs);
    }
  }
}
