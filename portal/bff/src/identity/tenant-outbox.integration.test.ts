import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tenants } from '@gpulease/crds';
import { connect, type Cluster } from '@gpulease/kube';
import { installCrds, useControlPlane } from '@gpulease/local/testing';
import { runOutbox, type Outbox } from '../outbox/runner.ts';
import { eventually } from '@gpulease/kube/testing';
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts';
import { tenantHandler } from './tenant-outbox.ts';
import { TENANT_TOPIC } from './tenants.ts';

let portal: TestPortal;
let cluster: Cluster;
let outbox: Outbox;
beforeAll(async () => {
  const controlPlane = useControlPlane();
  await installCrds(controlPlane);
  cluster = connect({ kubeconfig: controlPlane.kubeconfig });
  portal = await startTestPortal();
  const { database, pool, log } = portal;
  outbox = runOutbox({ database, pool, log, handlers: { [TENANT_TOPIC]: tenantHandler(cluster) } });
});
afterAll(async () => {
  await outbox.stop();
  await cluster.close();
  await portal.stop();
});

/** The spec of the Tenant that belongs to a user. */
async function tenantOf(username: string) {
  const { id } = await portal.database
    .selectFrom('user_account')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return (await cluster.resource(tenants).find({ name: id }))?.spec;
}

describe('a customer', () => {
  it('has a Tenant, suspended while the account is disabled, with the quota that an operator set', async () => {
    await portal.customer('tenant-to-be');
    await eventually(async () => {
      expect(await tenantOf('tenant-to-be')).toEqual({ username: 'tenant-to-be', state: 'Active' });
    });

    const { items } = await cluster.resource(tenants).list();
    const name = items.find(({ spec }) => spec.username === 'tenant-to-be')?.metadata.name ?? '';
    await cluster.resource(tenants).mergePatch({ name }, { spec: { quota: { gpus: 2 } } });
    const admin = await portal.admin();
    await admin.call('setUserStatus', { params: { username: 'tenant-to-be' }, body: { status: 'inactive' } });
    await eventually(async () => {
      const spec = { username: 'tenant-to-be', state: 'Suspended', quota: { gpus: 2 } };
      expect(await tenantOf('tenant-to-be')).toEqual(spec);
    });
  });

  it('who is an admin has none', async () => {
    await portal.admin();
    expect(await tenantOf('admin')).toBeUndefined();
  });
});
