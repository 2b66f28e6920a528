import type { Recharge } from '@gpulease/contract/billing';
import type { Workload } from '@gpulease/contract/workloads';
import { expect } from '@playwright/test';
import { recordsOf, runsOf } from '../chaos/money.ts';
import type { Promised } from '../chaos/renter.ts';
import type { Customer } from '../chaos/verdict.ts';
import { demoFacts } from '../support/demo.ts';
import { kubectlGet } from '../support/kubectl.ts';
import { newSshKey, orderBody, recharge, untilStatus, type Offer } from '../support/orders.ts';
import { RestSession } from '../support/rest.ts';

const north = { region: 'cn-north-1', disk: 40 };
const byTheHour: Offer = { ...north, sku: 'l40s-1', pricing: 'l40s-1-hour' };
const byTheMonth: Offer = { ...north, sku: 'l40s-1', pricing: 'l40s-1-month', pricingQuantity: 1 };
/** All GPUs of the only host that has them. */
const wholeHost: Offer = { region: 'cn-east-1', disk: 40, sku: 'h100-80g-8', pricing: 'h100-80g-8-hour' };

/** State of a machine that must not change. */
interface Untouched {
  instance: string;
  startedAt: number;
}

/** A customer who owns something of every kind before the upgrade and leaves it untouched meanwhile. */
export class Resident implements Customer {
  readonly account = demoFacts().demo;
  readonly machines = new Map<string, Promised>();
  /** Sum of paid recharges, in yuan. */
  recharged = 0;
  readonly session: RestSession;
  readonly #openRecharges: Recharge[] = [];
  readonly #untouched = new Map<string, Untouched>();
  readonly #publicKey = newSshKey().publicKey;
  #termCharge = '';

  private constructor(session: RestSession) {
    this.session = session;
  }

  /** Orders hourly and reserved machines, one to be stopped, one that waits for another, and opens two recharges. */
  static async moveIn(): Promise<Resident> {
    const resident = new Resident(await RestSession.user());
    await resident.#recharge(5_000);
    await resident.#order('runs', byTheHour);
    await resident.#order('reserved', byTheMonth);
    await resident.#order('stopped', byTheHour);
    await resident.#order('first', wholeHost);
    for (const name of ['runs', 'reserved', 'stopped', 'first'])
      await untilStatus(resident.session, name, 'RUNNING');
    await resident.#order('waits', wholeHost, { whenSoldOut: 'WAIT' });
    await resident.#ask('stopped', 'stop');
    await untilStatus(resident.session, 'stopped', 'STOPPED');
    await untilStatus(resident.session, 'waits', 'PENDING');
    for (const amount of ['111.00', '222.00']) await resident.#openRecharge(amount);
    for (const name of ['runs', 'reserved', 'first'])
      resident.#untouched.set(name, await untouched(resident.session, name));
    return resident;
  }

  /** Pays the oldest recharge that is still open. */
  async payRecharge(): Promise<void> {
    const open = this.#openRecharges.shift();
    if (open === undefined) throw new Error('No recharge is open');
    const { status } = await this.session.post(`/sandbox/payments/${open.id}/pay`, {});
    expect(status).toBe(204);
    this.recharged += Number(open.amount);
  }

  /** Returns machines that differ from their state before the upgrade. */
  async disturbed(): Promise<string[]> {
    const found: string[] = [];
    for (const [name, before] of this.#untouched) {
      const now = await untouched(this.session, name).catch((error: unknown) => String(error));
      if (JSON.stringify(now) !== JSON.stringify(before))
        found.push(`${name} was ${JSON.stringify(before)} and is ${JSON.stringify(now)}`);
    }
    return found;
  }

  /** Returns the charges of the term if they differ from the agreed one. */
  async wrongTermCharges(): Promise<string[]> {
    const records = await recordsOf(this.session);
    const charges = records.filter(({ workload }) => workload === 'reserved').map(({ amount }) => amount);
    return charges.join() === this.#termCharge
      ? []
      : [`It was ${this.#termCharge}, charged ${charges.join() || 'nothing'}`];
  }

  /** Continues after the upgrade: starts the stopped machine, and makes room for the waiting one. */
  async goOn(): Promise<void> {
    const { body } = await this.session.get<Workload>('/workloads/stopped');
    const { price: expectedPrice, unit: expectedUnit } = body.startPrice ?? {};
    await this.#ask('stopped', 'start', { expectedPrice, expectedUnit });
    await this.#ask('first', 'destroy');
    for (const name of ['stopped', 'waits']) await untilStatus(this.session, name, 'RUNNING');
  }

  async #recharge(yuan: number): Promise<void> {
    await recharge(this.session, `${yuan}.00`);
    this.recharged += yuan;
  }

  async #openRecharge(amount: string): Promise<void> {
    const { status, body } = await this.session.post<Recharge>('/recharges', { amount, method: 'TEST' });
    expect(status).toBe(201);
    this.#openRecharges.push(body);
  }

  async #order(name: string, offer: Offer, more: object = {}): Promise<void> {
    const order = await orderBody(this.session, name, this.#publicKey, offer);
    const { status, body } = await this.session.post('/workloads', { ...order, ...more });
    expect({ status, body }).toMatchObject({ status: 201 });
    if (offer === byTheMonth) this.#termCharge = String(order.expectedCharge);
    const yuanPerHour = offer === byTheMonth ? null : String(order.expectedPrice);
    this.machines.set(name, { user: this.account.username, name, wish: 'on', breaks: [], yuanPerHour });
  }

  async #ask(name: string, action: 'start' | 'stop' | 'destroy', body: object = {}): Promise<void> {
    const from = Date.now();
    const { status } = await this.session.post(`/workloads/${name}/${action}`, body);
    expect(status).toBe(202);
    const machine = this.machines.get(name);
    if (machine === undefined) throw new Error(`${name} was not ordered`);
    if (action !== 'start') machine.breaks.push({ from, to: Date.now() });
    machine.wish = ({ start: 'on', stop: 'off', destroy: 'gone' } as const)[action];
  }
}

interface Instances {
  items: { metadata: { uid: string; labels?: Record<string, string> } }[];
}

async function untouched(session: RestSession, name: string): Promise<Untouched> {
  const { items } = await kubectlGet<Instances>(['virtualmachineinstances.kubevirt.io', '-A']);
  const own = items.filter(({ metadata }) => metadata.labels?.['gpulease.dev/workload'] === name);
  const runs = await runsOf(session, name);
  const [instance, run] = [own[0], runs[0]];
  if (own.length !== 1 || runs.length !== 1 || instance === undefined || run?.to !== Infinity)
    throw new Error(`${own.length} instances, ${runs.length} runs`);
  return { instance: instance.metadata.uid, startedAt: run.from };
}
