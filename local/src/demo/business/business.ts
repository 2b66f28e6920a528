/**
 * Fills a new demo with three months of a rental business through the product's own interfaces: thirty customers recharge,
 * order, stop and destroy machines while the billing clock runs from three months ago to now, by days, at last by hours.
 */
import type { Sku } from '@gpulease/contract/catalogue';
import type { Page } from '@gpulease/contract/common';
import { Random } from '../../random.ts';
import { RestSession } from '../../rest/session.ts';
import { newKeyPair } from '../../ssh/key-pair.ts';
import type { Accounts } from '../accounts.ts';
import type { Cluster } from '../kubectl.ts';
import { billingClockOf } from './billing-clock.ts';
import { customers } from './customers.ts';
import { playFailedMachine } from './failed-machine.ts';
import { lateOrders } from './late-orders.ts';
import { playPayments, playToday } from './operator-desk.ts';
import { LAST_DAY, planBusiness, type Cost, type PlannedMachine, type Step } from './plan.ts';
import { createRenter, type Renter } from './renter.ts';

const SEED = 20_26;
const HOURS = 24;

export interface BusinessOptions {
  /** Address of the portal. */
  readonly url: string;
  /** The database as its owner, the only role that may set the billing clock. */
  readonly ownerUrl: string;
  readonly accounts: Accounts;
  /** Address of the simulated WeChat Pay. */
  readonly wechatUrl: string;
  /** Cluster of the machines. */
  readonly cluster: Cluster;
}

/** Throws if the portal rejects a step; earlier steps stay in effect. */
export async function playBusiness(options: BusinessOptions): Promise<void> {
  const { url, ownerUrl, accounts, wechatUrl, cluster } = options;
  const clock = billingClockOf(ownerUrl);
  const over = new AbortController();
  try {
    await clock.putBehind(LAST_DAY);
    const { password } = accounts.demo;
    const signIn = async (username: string) =>
      [username, await new RestSession(url).signIn({ username, password })] as const;
    const sessions = new Map(await Promise.all(customers.map(({ username }) => signIn(username))));
    const skus = await skusOf(sessions);
    const publicKey = newKeyPair('demo').public;
    const renters = new Map(
      [...sessions].map(([username, session]) => [
        username,
        createRenter({ session, skus, publicKey, over: over.signal }),
      ]),
    );
    const steps = planBusiness({ random: new Random(SEED), costOf: (machine) => costOf(machine, skus) });
    const playDay = dayPlayer([...steps, ...lateOrders(new Date())], renters);
    for (let day = 0; day < LAST_DAY; day++) {
      await clock.putBehind(LAST_DAY - day);
      await playDay(day);
    }
    for (let hour = HOURS; hour >= 0; hour--) await clock.putBehind(hour / HOURS);
    await playDay(LAST_DAY);
    await clock.tellTrueTime();
    const admin = await new RestSession(url).signInAsAdmin(accounts.admin);
    await playToday({ admin, sessions }, publicKey);
    await playFailedMachine(cluster, renters);
    await playPayments({ admin, sessions }, wechatUrl);
  } finally {
    over.abort();
    await clock.end();
  }
}

/** Returns a function that plays one day, the customers in parallel. */
function dayPlayer(steps: readonly Step[], renters: ReadonlyMap<string, Renter>) {
  const perDay = Map.groupBy(steps, ({ day }) => day);
  return async (day: number): Promise<void> => {
    const perUser = Map.groupBy(perDay.get(day) ?? [], ({ user }) => user);
    await Promise.all(
      [...perUser].map(async ([user, own]) => {
        for (const step of own) await renters.get(user)?.take(step);
        // The clock advances by whole days.
        await renters.get(user)?.settle();
      }),
    );
  };
}

async function skusOf(sessions: ReadonlyMap<string, RestSession>): Promise<Sku[]> {
  const [session] = sessions.values();
  const answer = await session?.get<Page<Sku>>('/catalogue/skus?pageSize=100');
  return answer?.body.items ?? [];
}

function costOf({ sku, mode, months }: PlannedMachine, skus: readonly Sku[]): Cost {
  const offer = skus.find(({ name }) => name === sku);
  const price = Number(offer?.pricing.find((policy) => policy.mode === mode)?.price ?? 0);
  return mode === 'RESERVED'
    ? { atOrder: price * months, perDay: 0 }
    : { atOrder: price, perDay: price * HOURS };
}
