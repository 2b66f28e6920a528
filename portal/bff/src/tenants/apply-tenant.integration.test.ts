import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tenants, type TenantSpec } from '@gpulease/crds';
import { connect, type Cluster } from '@gpulease/kube';
import { installCrds, useControlPlane } from '@gpulease/local/testing';
import { startCatalogue, stopCatalogue, type Catalogue } from '../catalogue/catalogue.ts';
import { withTransaction } from '../database/database.ts';
import { findAccount } from '../identity/users.ts';
import { runOutbox, type Outbox } from '../jobs/runner.ts';
import { eventually } from '@gpulease/kube/testing';
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts';
import { tenantHandler } from './apply-tenant.ts';
import { requestTenant, TENANT_TOPIC } from './requests.ts';

let portal: TestPortal;
let cluster: Cluster;
let catalogue: Catalogue;
let outbox: Outbox;
beforeAll(async () => {
  const controlPlane = useControlPlane();
  await installCrds(controlPlane);
  cluster = connect({ kubeconfig: controlPlane.kubeconfig });
  portal = await startTestPortal();
  const { database, log } = portal;
  catalogue = startCatalogue(cluster, log);
  await catalogue.tenants.synced;
  outbox = runOutbox({
    database,
    log,
    handlers: { [TENANT_TOPIC]: tenantHandler(cluster, { workloads: 5 }) },
  });
});
afterAll(async () => {
  await Promise.all([outbox.stop(), stopCatalogue(catalogue)]);
  await cluster.close();
  await portal.stop();
});

async function idOf(username: string): Promise<string> {
  return (await findAccount(portal.database, 'username', username))?.id ?? '';
}

async function tenantOf(username: string): Promise<TenantSpec | undefined> {
  return (await cluster.resource(tenants).find({ name: await idOf(username) }))?.spec;
}

/** Requests the Tenant as a first order does. */
async function order(username: string): Promise<void> {
  const id = await idOf(username);
  await withTransaction(portal.database, (transaction) => requestTenant(transaction, catalogue, id));
}

async function setStatus(username: string, status: 'active' | 'inactive'): Promise<void> {
  const admin = await portal.admin();
  await admin.call('setUserStatus', { params: { username }, body: { status, reason: 'A test' } });
}

/** Waits until the outbox has no open entries. */
async function untilDone(): Promise<void> {
  await eventually(async () => {
    const open = portal.database.selectFrom('outbox').select('id').where('done_at', 'is', null);
    expect(await open.execute()).toEqual([]);
  });
}

describe('the Tenant of a customer', () => {
  it('is created with the first order, follows the account, and keeps the quota set by an operator', async () => {
    await portal.customer('ordering');
    await setStatus('ordering', 'inactive');
    await setStatus('ordering', 'active');
    await untilDone();
    expect(await tenantOf('ordering')).toBeUndefined();

    await order('ordering');
    await untilDone();
    expect(await tenantOf('ordering')).toEqual({
      username: 'ordering',
      state: 'Active',
      quota: { workloads: 5 },
    });

    const name = await idOf('ordering');
    await cluster.resource(tenants).mergePatch({ name }, { spec: { quota: { gpus: 2 } } });
    await setStatus('ordering', 'inactive');
    await untilDone();
    expect(await tenantOf('ordering')).toEqual({
      username: 'ordering',
      state: 'Suspended',
      quota: { workloads: 5, gpus: 2 },
    });
  });

  it('is recreated with the next order after it was deleted', async () => {
    await portal.customer('returning');
    await order('returning');
    await untilDone();
    const name = await idOf('returning');
    await eventually(() => expect(catalogue.tenants.store.get({ name })).toBeDefined());
    await cluster.resource(tenants).delete({ name });
    await eventually(() => expect(catalogue.tenants.store.get({ name })).toBeUndefined());
    await order('returning');
    await untilDone();
    expect(await tenantOf('returning')).toEqual({
      username: 'returning',
      state: 'Active',
      quota: { workloads: 5 },
    });
  });
});
