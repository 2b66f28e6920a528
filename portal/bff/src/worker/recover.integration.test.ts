import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { labels, workloads, type Workload } from '@gpulease/crds';
import { startInformer, type Informer } from '@gpulease/kube';
import { eventually } from '@gpulease/kube/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { catalogueSynced, startCatalogue, stopCatalogue, type Catalogue } from '../catalogue/catalogue.ts';
import { readDunningFacts } from '../dunning/facts.ts';
import { readDunningSchedule } from '../dunning/schedule.ts';
import { planSteps } from '../dunning/steps.ts';
import { createLogger } from '../http/logger.ts';
import { walletOf } from '../ledger/wallets.ts';
import { aCustomer, anOrder, give, openBooks, walletState, type Books } from '../testing/books.ts';
import { fundedOf, openCluster, scheduled, type TestCluster } from '../workloads/testing/cluster.ts';
import { createBillingMetrics } from './metrics.ts';
import { recover } from './recover.ts';
import { startWorker, type BillingWorker } from './run.ts';

const run = promisify(execFile);
const entry = fileURLToPath(new URL('../worker.ts', import.meta.url));
const log = createLogger('silent');
const DAY = 86_400_000;

let books: Books;
let cluster: TestCluster;
let catalogue: Catalogue;
let informer: Informer<Workload>;
let worker: BillingWorker | undefined;
beforeAll(async () => {
  [books, cluster] = await Promise.all([openBooks(), openCluster()]);
  catalogue = startCatalogue(cluster.cluster, log);
  informer = startInformer<Workload>(cluster.cluster, workloads, { logger: log });
  await Promise.all([catalogueSynced(catalogue), informer.synced]);
});
afterAll(async () => {
  await worker?.stop();
  await Promise.all([stopCatalogue(catalogue), informer.stop()]);
  await Promise.all([cluster.close(), books.close()]);
});

/** Creates a running machine whose order is missing in the books. */
async function aMachine(userId: string): Promise<string> {
  const orderId = randomUUID();
  await cluster.createWorkload(userId, 'box', {}, { [labels.order]: orderId });
  const since = new Date(Date.now() - 3_600_000);
  await cluster.asOperator(userId, 'box', {
    phase: 'Running',
    conditions: [scheduled('True', since)],
    runs: [{ id: randomUUID(), startedAt: since.toISOString() }],
  });
  const isSeen = () => informer.store.get({ namespace: `u-${userId}`, name: 'box' })?.status?.phase;
  await eventually(() => expect(isSeen()).toBe('Running'));
  await eventually(() => expect(catalogue.tenants.store.get({ name: userId })).toBeDefined());
  return orderId;
}

/** Returns the findings about one user of the cluster. */
async function found(userId: string, apply: boolean) {
  const all = await recover({ database: books.database, catalogue, workloads: informer }, apply);
  const names = [`u-${userId}/box`, `user-${userId.slice(0, 8)}`];
  return all
    .filter(({ name }) => names.includes(name))
    .map(({ kind, result, reason }) => [kind, result, reason]);
}

const ordersOf = (userId: string) =>
  books.database.selectFrom('workload_order').select(['id', 'state']).where('user_id', '=', userId).execute();

describe('a database restored to an earlier time', () => {
  it('regains the order of a running machine, which keeps running and is charged from then on', async () => {
    const userId = await aCustomer(books, 1_000n);
    await cluster.addTenant(userId);
    const orderId = await aMachine(userId);
    expect(await found(userId, false)).toEqual([['ORDER', 'MISSING', undefined]]);
    expect(await ordersOf(userId)).toEqual([]);
    expect(await found(userId, true)).toEqual([['ORDER', 'RECOVERED', undefined]]);
    expect(await found(userId, true)).toEqual([]);
    expect(await ordersOf(userId)).toEqual([{ id: orderId, state: 'ACTIVE' }]);

    worker = startWorker({
      ...{ cluster: cluster.cluster, database: books.database, dunning: readDunningSchedule({}), log },
      ...{ metrics: createBillingMetrics(new Registry()), sweepMs: 200 },
    });
    await eventually(async () =>
      expect(fundedOf(await cluster.get(userId, 'box'))).toBe('True OrderAccepted'),
    );
    await eventually(async () => {
      const runs = books.database.selectFrom('usage_segment').select(['stopped_at', 'charged']);
      expect(await runs.where('order_id', '=', orderId).execute()).toEqual([
        { stopped_at: null, charged: 0n },
      ]);
    });
    expect(await walletState(books, userId)).toEqual({ balance: 1_000n, held: 158n });
  });

  it('regains the account of a Tenant, and its order once there are funds', async () => {
    const userId = randomUUID();
    await cluster.addTenant(userId);
    const orderId = await aMachine(userId);
    expect(await found(userId, false)).toEqual([
      ['ACCOUNT', 'MISSING', undefined],
      ['ORDER', 'MISSING', undefined],
    ]);
    expect(await found(userId, true)).toEqual([
      ['ACCOUNT', 'RECOVERED', undefined],
      ['ORDER', 'REFUSED', 'INSUFFICIENT_FUNDS'],
    ]);
    await give(books.database, userId, 1_000n);
    expect(await found(userId, true)).toEqual([['ORDER', 'RECOVERED', undefined]]);
    expect((await ordersOf(userId)).map(({ id }) => id)).toEqual([orderId]);
    const audit = books.database.selectFrom('audit_entry').select('subject').where('action', '=', 'RECOVER');
    expect((await audit.execute()).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([`user-${userId.slice(0, 8)}`, `u-${userId}/box`]),
    );
  });

  it('does not delete disks because of earlier notices', async () => {
    const userId = await aCustomer(books);
    const { orderId } = await anOrder(books, userId, { hold: 0n });
    await books.asOwner(
      `UPDATE workload_order SET out_of_funds_at = billing_clock() - interval '15 days' WHERE id = $1`,
      [orderId],
    );
    await found(userId, true);
    const facts = await readDunningFacts(books.database, walletOf(userId));
    const ends = planSteps(facts, readDunningSchedule({})).filter(({ kind }) => kind === 'DESTROY');
    expect(ends.filter(({ at }) => at.getTime() < facts.at.getTime() + 29 * DAY)).toEqual([]);
  });

  it('is compared with the cluster by worker.ts --recover, which changes nothing without --apply', async () => {
    const userId = await aCustomer(books, 1_000n);
    await cluster.addTenant(userId);
    await aMachine(userId);
    await worker?.stop();
    const { stdout } = await run(process.execPath, [entry, '--recover'], {
      env: {
        ...process.env,
        DATABASE_URL: books.url,
        KUBECONFIG: cluster.controlPlane.kubeconfig,
        NODE_OPTIONS: '',
        LOG_LEVEL: 'silent',
      },
    });
    expect(stdout).toContain(`MISSING ORDER u-${userId}/box`);
    expect(await ordersOf(userId)).toEqual([]);
  });
});
