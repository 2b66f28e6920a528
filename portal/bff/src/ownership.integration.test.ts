import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OperationId } from '@gpulease/contract/endpoints';
import { routes, type Route } from '@gpulease/contract/routes';
import { withTransaction } from './database/database.ts';
import { notify } from './notices/notify.ts';
import { startRental } from './rental.ts';
import type { ApiClient, CallOptions } from './testing/api-client.ts';
import { eventually } from '@gpulease/kube/testing';
import { startTestPortal, testPassword, type TestPortal } from './testing/test-portal.ts';
import { openCluster, type TestCluster } from './workloads/testing/cluster.ts';

let cluster: TestCluster;
let rental: ReturnType<typeof startRental>;
let portal: TestPortal;
let owner: ApiClient;
let stranger: ApiClient;
/** With the stranger's API token. */
let strangersScript: ApiClient;
/** Route parameters of the owner's objects, by route prefix. */
const objects: Record<string, Record<string, string>> = {};

const NAME = 'not-yours';
const publicKey =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAII0nRLjv7ECA8UZYBgpvdtGcYOIc5KpApTJruhZFE1s1 owner@laptop';

beforeAll(async () => {
  cluster = await openCluster();
  portal = await startTestPortal({
    handlers: (parts) => {
      rental = startRental({ ...parts, cluster: cluster.cluster });
      return rental.handlers;
    },
  });
  await rental.ready();
  owner = await portal.customer('owner');
  stranger = await portal.customer('stranger');
  const token = { scope: 'WRITE', lifetime: 'DAYS_30', currentPassword: testPassword } as const;
  const body = { name: 'script', ...token };
  strangersScript = portal.script((await stranger.call('createApiToken', { body })).body.token);
  await makeObjects();
});
afterAll(async () => {
  await rental.stop();
  await portal.stop();
  await cluster.close();
});

async function makeObjects(): Promise<void> {
  const { id } = await portal.database
    .selectFrom('user_account')
    .select('id')
    .where('username', '=', 'owner')
    .executeTakeFirstOrThrow();
  await cluster.addTenant(id, 'owner');
  await cluster.createWorkload(id, NAME);
  await owner.call('createSshKey', { body: { name: NAME, publicKey } });
  const token = { name: NAME, scope: 'WRITE', lifetime: 'DAYS_30', currentPassword: testPassword } as const;
  await owner.call('createApiToken', { body: token });
  const recharge = await owner.call('createRecharge', { body: { amount: '10.00', method: 'TEST' } });
  const [session] = (await owner.call('listSessions')).body.items;
  objects['/me/sessions'] = { id: session?.id ?? '' };
  objects['/me/notices'] = { id: await aNotice(id) };
  const alert = await owner.call('createStockAlert', { body: { sku: cluster.names.sku } });
  objects['/me/stock-alerts'] = { id: alert.body.id };
  objects['/workloads'] = { name: NAME };
  objects['/me/ssh-keys'] = { name: NAME };
  objects['/me/api-tokens'] = { name: NAME };
  objects['/recharges'] = { id: recharge.body.id };
  await eventually(async () => {
    expect((await owner.call('getWorkload', { params: { name: NAME } })).status).toBe(200);
  });
}

async function aNotice(userId: string): Promise<string> {
  await withTransaction(portal.database, (transaction) =>
    notify(transaction, { userId, kind: 'FUNDS_LOW', key: 'FUNDS_LOW', subject: `wallet:${userId}` }),
  );
  const { items } = (await owner.call('listNotices')).body;
  return items[0]?.id ?? '';
}

const ownedObjects = Object.values<Route>(routes).filter(
  ({ ownership, params, kind }) => ownership === 'owner' && params && kind !== 'socket',
);
const ownedLists = Object.values<Route>(routes).filter(
  ({ ownership, params, kind }) => ownership === 'owner' && !params && kind === 'list',
);

/** Calls a route on the owner's object with a valid body. */
function callOn(browser: ApiClient, { operationId, path }: Route) {
  const prefix = path.slice(0, path.indexOf('/:'));
  const body = {
    startWorkload: { expectedPrice: '1.58', expectedUnit: 'HOUR' },
    updateWorkload: {},
    createConsoleTicket: { kind: 'SERIAL' },
    reportGpu: { fault: 'ERRORS' },
  }[operationId as string];
  const options = { params: objects[prefix], body, headers: { 'If-Match': '"1"' } };
  return browser.call(operationId, options as CallOptions<OperationId>);
}

describe("another user's object (KubeSphere CVE-2024-46528)", () => {
  it('exists for every route with an owner', () => {
    const unmade = ownedObjects.filter(({ path }) => !objects[path.slice(0, path.indexOf('/:'))]);
    expect(unmade.map(({ path }) => path)).toEqual([]);
  });

  it.each(ownedObjects.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'is not found by %s',
    async (_, route) => {
      const { status, error } = await callOn(stranger, route);
      expect([status, error.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    },
  );

  const byScripts = ownedObjects.filter(({ token }) => token);
  it.each(byScripts.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'is not found by %s with the API token of another user',
    async (_, route) => {
      const { status, error } = await callOn(strangersScript, route);
      expect([status, error.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    },
  );

  it.each(ownedLists.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'is not listed by %s',
    async (_, { operationId }) => {
      const { body } = await stranger.call(operationId as 'listWorkloads');
      expect([body.total, body.items]).toEqual([0, []]);
    },
  );

  it('is visible to its owner and, where permitted, to operators', async () => {
    const reads = ownedObjects.filter(({ method }) => method === 'GET');
    for (const route of reads)
      expect([route.path, (await callOn(owner, route)).status]).toEqual([route.path, 200]);
    const admin = await portal.admin();
    const params = { user: 'owner', name: NAME };
    expect((await admin.call('getAnyWorkload', { params })).body.user).toBe('owner');
    expect((await admin.call('getAnyWorkload', { params: { ...params, user: 'stranger' } })).status).toBe(
      404,
    );
  });
});
