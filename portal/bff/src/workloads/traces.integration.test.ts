import { randomUUID } from 'node:crypto';
import { annotations } from '@gpulease/crds';
import { eventually, startCollector, type CollectedSpan, type FakeCollector } from '@gpulease/kube/testing';
import { startTracing, type Tracing } from '@gpulease/kube/tracing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '../http/logger.ts';
import { runOutbox, type Outbox } from '../jobs/runner.ts';
import { checkDue } from '../payments/check-payments.ts';
import { startRental } from '../rental.ts';
import { give } from '../testing/books.ts';
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts';
import { openCluster, type TestCluster } from './testing/cluster.ts';

const sshKey =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAII0nRLjv7ECA8UZYBgpvdtGcYOIc5KpApTJruhZFE1s1 somebody@somewhere';
const foreign = `00-${'f'.repeat(32)}-${'e'.repeat(16)}-01`;

let collector: FakeCollector;
let tracing: Tracing;
let cluster: TestCluster;
let portal: TestPortal;
let rental: ReturnType<typeof startRental>;
let outbox: Outbox;
const logged: string[] = [];
beforeAll(async () => {
  collector = await startCollector();
  tracing = await start();
  cluster = await openCluster();
  portal = await startTestPortal({
    log: createLogger('info', { write: (line) => void logged.push(line) }),
    handlers: (parts) => {
      rental = startRental({ ...parts, cluster: cluster.cluster });
      return rental.handlers;
    },
  });
  await rental.ready();
  const { database, log } = portal;
  outbox = runOutbox({ database, log, handlers: rental.outboxHandlers, concurrency: 2 });
});
afterAll(async () => {
  await Promise.all([outbox.stop(), rental.stop()]);
  await portal.stop();
  await cluster.close();
  await tracing.stop();
  await collector.close();
});

const start = () =>
  startTracing(
    { endpoint: new URL(collector.url), ratio: 1 },
    { service: 'gpulease-bff', log: () => createLogger('silent') },
  );

/** Sends all spans, and returns the one that the collector has under this name. */
async function sent(name: string): Promise<CollectedSpan> {
  await tracing.stop();
  tracing = await start();
  const found = collector.spans.find((one) => one.name === name);
  if (found === undefined)
    throw new Error(`${name} is not in ${collector.spans.map((one) => one.name).join()}`);
  return found;
}

async function aCustomer() {
  const browser = await portal.customer();
  const { username } = (await browser.call('getMe')).body;
  const { id } = await portal.database
    .selectFrom('user_account')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return { browser, id, username };
}

describe('The trace of an order', () => {
  it('leads from the click through the outbox to the Workload, which carries it to the operator', async () => {
    const { browser, id, username } = await aCustomer();
    await give(portal.database, id, 1_000n);
    await cluster.addTenant(id, username);
    const { sku, region, image, policy } = cluster.names;
    const { headers } = await browser.call('createWorkload', {
      body: {
        ...{ name: 'traced-box', sku, region, image, pricing: policy },
        ...{ rootDiskSize: 100, authorizedKeys: [sshKey], expectedPrice: '1.58', expectedUnit: 'HOUR' },
      },
      headers: { 'Idempotency-Key': randomUUID(), traceparent: foreign },
    });
    await eventually(async () => expect(await cluster.get(id, 'traced-box')).toBeDefined());
    await outbox.stop();
    const create = await sent('create workloads');
    expect(collector.above(create)).toEqual([
      'outbox workload.create',
      'enqueue workload.create',
      'transaction',
      'POST /workloads',
    ]);
    const workload = await cluster.get(id, 'traced-box');
    expect(workload?.metadata.annotations?.[annotations.traceparent]).toMatch(`00-${create.traceId}-`);

    const requestId = headers.get('X-Request-Id');
    const request = collector.spans.find((one) => one.name === 'POST /workloads');
    expect(request).toMatchObject({
      ...{ service: 'gpulease-bff', traceId: create.traceId, links: ['f'.repeat(32)] },
      attributes: { 'gpulease.request_id': requestId, 'http.response.status_code': 201 },
    });
    const audited = portal.database
      .selectFrom('audit_entry')
      .select('action')
      .where('request_id', '=', requestId);
    expect(await audited.execute()).toHaveLength(1);
    expect(logged.filter((line) => line.includes(`"trace_id":"${create.traceId}"`))).not.toEqual([]);

    const told = JSON.stringify(collector.spans);
    for (const secret of ['traced-box', username, sshKey]) expect(told).not.toContain(secret);
  });
});

describe('The trace of a payment', () => {
  it('leads from the check to the ledger, and a check that finds nothing creates none', async () => {
    const { browser } = await aCustomer();
    const { body } = await browser.call('createRecharge', { body: { amount: '20.00', method: 'TEST' } });
    const { database, log, payments } = portal;
    const check = () => checkDue({ database, log, providers: payments.providers }, 'TEST');
    await check();
    await payments.payers.TEST(body.codeUrl ?? '');
    await database
      .updateTable('recharge')
      .set({ next_check_at: new Date(0) })
      .execute();
    await check();
    const posted = await sent('post RECHARGE');
    expect(collector.above(posted)).toEqual(['transaction', 'book payment', 'check recharge']);
    const checks = collector.spans.filter(({ name }) => name === 'check recharge');
    expect(checks).toMatchObject([{ attributes: { 'gpulease.recharge': body.id } }]);
  });
});
