/** Operators set customers' quotas, on a real API server with the rights and policies that the chart gives the portal. */
import type { QuotaChange } from '@gpulease/contract/quotas';
import { serviceAccounts, SYSTEM_NAMESPACE, tenants } from '@gpulease/crds';
import { connect, type Cluster } from '@gpulease/kube';
import { eventually } from '@gpulease/kube/testing';
import { installCrds, startOwnControlPlane, type OwnControlPlane } from '@gpulease/local/testing';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startRental } from '../../rental.ts';
import type { ApiClient } from '../../testing/api-client.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

const chart = join(import.meta.dirname, '../../../../../charts/rendered/local.yaml');

let controlPlane: OwnControlPlane;
/** The cluster as its administrator and GitOps tools see it. */
let cluster: Cluster;
/** The cluster as the portal sees it. */
let portalsCluster: Cluster;
let portal: TestPortal;
let rental: ReturnType<typeof startRental>;
let operator: ApiClient;

beforeAll(async () => {
  controlPlane = await startOwnControlPlane();
  await installCrds(controlPlane);
  await controlPlane.kubectl(['apply', '--server-side', `--filename=${chart}`]);
  cluster = connect({ kubeconfig: controlPlane.kubeconfig });
  const account = await controlPlane.serviceAccountKubeconfig(SYSTEM_NAMESPACE, serviceAccounts.bff);
  portalsCluster = connect({ kubeconfig: account });
  portal = await startTestPortal({
    handlers: (parts) => {
      rental = startRental({
        ...parts,
        cluster: portalsCluster,
        defaultQuota: { workloads: 5, storage: '2Ti' },
      });
      return rental.handlers;
    },
  });
  await rental.ready();
  operator = await portal.admin();
});
afterAll(async () => {
  await rental.stop();
  await portal.stop();
  await Promise.all([cluster.close(), portalsCluster.close()]);
  await controlPlane.stop();
});

const none: QuotaChange = { workloads: null, gpus: null, storage: null, ports: null, startsPerHour: null };
const limitsIn = (items: readonly { of: string; limit: number | null }[]) =>
  Object.fromEntries(items.map(({ of, limit }) => [of, limit]));

async function aCustomer(username: string) {
  const browser = await portal.customer(username);
  const { id } = await portal.database
    .selectFrom('user_account')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  const params = { username };
  return {
    browser,
    id,
    current: async () => (await operator.call('getUserQuotas', { params })).body,
    set: (etag: string, change: Partial<QuotaChange>) =>
      operator.call('updateUserQuotas', {
        params,
        body: { ...none, ...change },
        headers: { 'If-Match': `"${etag}"` },
      }),
    spec: async () => (await cluster.resource(tenants).find({ name: id }))?.spec,
  };
}

it('shows the defaults of a customer who never ordered, and creates the Tenant when quotas are set', async () => {
  const { browser, current, set, spec } = await aCustomer('fresh');
  const before = await current();
  expect(before).toMatchObject({ etag: '0', managedBy: null });
  expect(before.items).toContainEqual({ of: 'storage', used: 0, limit: 2048, platformDefault: 2048 });
  expect(limitsIn((await browser.call('getQuotas')).body.items)).toEqual({
    workloads: 5,
    gpus: null,
    storage: 2048,
    ports: 32,
    startsPerHour: 30,
  });

  const answer = await set('0', { workloads: 8, gpus: 2, ports: 40, startsPerHour: 90 });
  expect(answer.status).toBe(200);
  expect(await spec()).toEqual({
    username: 'fresh',
    state: 'Active',
    quota: { workloads: 8, gpus: 2, ports: 40, startsPerHour: 90 },
  });
  expect(await current()).toEqual(answer.body);
  await eventually(async () =>
    expect(limitsIn((await browser.call('getQuotas')).body.items)).toEqual({
      workloads: 8,
      gpus: 2,
      storage: null,
      ports: 40,
      startsPerHour: 90,
    }),
  );
  const late = await set('0', { gpus: 3 });
  expect([late.status, late.error.details?.reason]).toEqual([412, 'STALE']);
});

it('creates the Tenant of a disabled customer as suspended', async () => {
  const { set, spec } = await aCustomer('disabled');
  const body = { status: 'inactive', reason: 'A test' } as const;
  await operator.call('setUserStatus', { params: { username: 'disabled' }, body });
  await set('0', { gpus: 1 });
  expect(await spec()).toMatchObject({ state: 'Suspended', quota: { gpus: 1 } });
});

it('refuses to overwrite a later change by kubectl or a deletion, and replaces all quotas', async () => {
  const { id, current, set, spec } = await aCustomer('shared');
  const { etag } = (await set('0', { workloads: 8, gpus: 2 })).body;
  await controlPlane.kubectl([
    'patch',
    'tenant',
    id,
    '--type=merge',
    '--patch={"spec":{"quota":{"gpus":6}}}',
  ]);
  expect((await set(etag, { gpus: 3 })).error.details?.reason).toBe('STALE');
  expect((await spec())?.quota).toEqual({ workloads: 8, gpus: 6 });
  const changed = await set((await current()).etag, { gpus: 3, storage: 1536 });
  expect(changed.status).toBe(200);
  expect((await spec())?.quota).toEqual({ gpus: 3, storage: '1536Gi' });
  await cluster.resource(tenants).delete({ name: id });
  await eventually(async () => expect(await spec()).toBeUndefined());
  expect((await set(changed.body.etag, { gpus: 1 })).error.details?.reason).toBe('STALE');
});

it('refuses quotas if the Tenant is managed from Git', async () => {
  const { id, current, set, spec } = await aCustomer('in-git');
  await set('0', { gpus: 2 });
  const mark = 'kustomize.toolkit.fluxcd.io/name=customers';
  await controlPlane.kubectl(['label', 'tenant', id, mark]);
  const { etag, managedBy } = await current();
  expect(managedBy).toEqual({ tool: 'FLUX', name: 'customers' });
  expect((await set(etag, { gpus: 4 })).error.details?.reason).toBe('MANAGED_FROM_GIT');
  expect((await spec())?.quota).toEqual({ gpus: 2 });
});

it('refuses quotas at their field, or with the message of an administrator’s policy', async () => {
  const { set } = await aCustomer('greedy');
  const negative = await set('0', { gpus: -1, workloads: 1.5 });
  expect(negative.error.details?.fields).toEqual({ gpus: 'between:0:1000000', workloads: 'wholeNumber' });
  await forbidLargeQuotas();
  await eventually(async () => {
    const { error } = await set('0', { gpus: 65 });
    expect(error).toMatchObject({
      code: 'FORBIDDEN',
      details: { explanation: 'Ask finance for more than 64 GPUs.' },
    });
  });
});

async function forbidLargeQuotas(): Promise<void> {
  const kinds = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicy' };
  const metadata = { name: 'large-quotas' };
  const rule = { apiGroups: ['gpulease.dev'], apiVersions: ['*'], operations: ['*'], resources: ['tenants'] };
  const policy = {
    ...kinds,
    metadata,
    spec: {
      matchConstraints: { resourceRules: [rule] },
      validations: [
        {
          expression: 'object.spec.?quota.?gpus.orValue(0) <= 64',
          message: 'Ask finance for more than 64 GPUs.',
        },
      ],
    },
  };
  const binding = {
    ...kinds,
    kind: `${kinds.kind}Binding`,
    metadata,
    spec: { policyName: metadata.name, validationActions: ['Deny'] },
  };
  for (const object of [policy, binding])
    await controlPlane.kubectl(['apply', '--server-side', '--filename=-'], JSON.stringify(object));
}

it('audits the quotas that were set', async () => {
  const { set } = await aCustomer('audited');
  await set('0', { gpus: 2 });
  const query = { search: 'audited', action: 'SET_QUOTAS' } as const;
  const { items } = (await operator.call('listAuditEntries', { query })).body;
  const entry = { subject: 'audited', outcome: 'SUCCESS', details: { ...none, gpus: 2 } };
  expect(items).toEqual([expect.objectContaining(entry)]);
});

it('is available for customers only', async () => {
  const { status } = await operator.call('getUserQuotas', { params: { username: 'admin' } });
  expect(status).toBe(404);
});
