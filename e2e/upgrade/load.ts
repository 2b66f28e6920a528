import type { Random } from '@gpulease/local/random';
import { usageOf } from '../chaos/money.ts';
import { Observer } from '../chaos/observer.ts';
import { Renter, type Taste } from '../chaos/renter.ts';
import { RestSession } from '../support/rest.ts';
import type { Account } from '../support/demo.ts';
import { Reader } from './reader.ts';

const tastes: readonly Taste[] = [
  tasteOf('rtx-4090-1', 'cn-north-1'),
  tasteOf('rtx-4090-1', 'cn-north-1'),
  tasteOf('a100-80g-1', 'cn-east-1'),
];

/** The users who act; they must exist before the load begins. */
export const renters = tastes.map((_, index) => ({
  username: `renter-${index}`,
  password: `Gpu1-renter-${index}`,
  phone: `1390013900${index}`,
}));

/** Statuses of refusals that are normal business; any other refusal is a fault. */
const businessAnswers = ['402', '403', '409'];

/** Continuous load: customers who order, stop, start and destroy, readers, and an observer of the cluster. */
export class Load {
  readonly renters: readonly Renter[];
  readonly observer = new Observer();
  readonly #readers: readonly Reader[];
  readonly #acting = new AbortController();
  readonly #watching = new AbortController();
  readonly #ended: Promise<unknown>;
  readonly #unwatched: Promise<unknown>;

  private constructor(people: readonly Renter[], readers: readonly Reader[]) {
    this.renters = people;
    this.#readers = readers;
    const { signal } = this.#acting;
    this.#ended = Promise.all([
      ...people.map((renter) => renter.act(signal)),
      ...readers.map((reader) => reader.read(signal)),
    ]);
    this.#unwatched = this.observer.watch(this.#watching.signal);
  }

  /** Starts the load. `watched` is a customer whose pages a reader reads. */
  static async begin(random: Random, watched: Account): Promise<Load> {
    const people: Renter[] = [];
    for (const [index, account] of renters.entries())
      people.push(await Renter.signIn(account, random.fork(), tastes[index]));
    const customer = Reader.customer(await RestSession.user(watched));
    return new Load(people, [customer, Reader.operator(await RestSession.admin())]);
  }

  /** Stops after completing the actions in progress. */
  async end(): Promise<void> {
    this.#acting.abort();
    await this.#ended;
  }

  async endWatch(): Promise<void> {
    this.#watching.abort();
    await this.#unwatched;
  }

  /** Returns requests that failed after one retry, and refusals that are not normal business. */
  failures(): string[] {
    const unheard = this.renters
      .filter(({ mostTries }) => mostTries > 2)
      .map(({ account, mostTries }) => `${account.username} had to ask ${mostTries} times`);
    const wrong = this.renters
      .flatMap(({ refusals }) => refusals)
      .filter((refusal) => !businessAnswers.some((status) => refusal.startsWith(status)));
    return [...unheard, ...wrong, ...this.#readers.flatMap(({ failures }) => failures)];
  }

  /** Summarizes requests and retries in one line. */
  summary(): string {
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
    const actions = sum(this.renters.map((renter) => renter.actions));
    const reads = sum(this.#readers.map(({ requests }) => requests));
    const retries = sum([...this.renters, ...this.#readers].map((one) => one.retries));
    const refusals = this.renters.flatMap((renter) => renter.refusals);
    return `${actions} actions, ${reads} reads, ${retries} failed once, ${this.failures().length} failed; refused: ${counted(refusals)}`;
  }
}

/** Returns the seconds for which customers have been charged. */
export async function secondsBilled(sessions: readonly RestSession[]): Promise<number> {
  const lines = (await Promise.all(sessions.map((session) => usageOf(session)))).flat();
  const charged = lines.filter(({ fen }) => fen > 0n);
  return Math.round(charged.reduce((total, { from, to }) => total + to - from, 0) / 1000);
}

function tasteOf(sku: string, region: string): Taste {
  const offer = { sku, region, disk: 40 };
  return {
    hour: { ...offer, pricing: `${sku}-hour` },
    month: { ...offer, pricing: `${sku}-month`, pricingQuantity: 1 },
  };
}

function counted(texts: readonly string[]): string {
  const groups = Object.entries(Object.groupBy(texts, (text) => text));
  return groups.map(([text, same = []]) => `${same.length} × ${text}`).join(', ') || 'nothing';
}
