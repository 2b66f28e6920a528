import { randomUUID } from 'node:crypto';
import { tenantNamespace, type WorkloadSpec } from '@gpulease/crds';
import type { QueryInput } from '@gpulease/contract/routes';
import { eventually } from '@gpulease/kube/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { startRental } from '../rental.ts';
import type { ApiClient } from '../testing/api-client.ts';
import { watchStatements } from '../testing/statements.ts';
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts';
import { listDestroyed } from './destroyed.ts';
import { openCluster, type TestCluster } from './testing/cluster.ts';

const OF_OTHERS = 6_000;
const OF_ALICE = 40;
const reason = 'Asked';

let cluster: TestCluster;
let portal: TestPortal;
let rental: ReturnType<typeof startRental>;
let admin: ApiClient;
let alice: ApiClient;
let aliceId: string;
beforeAll(async () => {
  cluster = await openCluster();
  portal = await startTestPortal({
    handlers: (parts) => {
      rental = startRental({ ...parts, cluster: cluster.cluster });
      return rental.handlers;
    },
  });
  await rental.ready();
  admin = await portal.admin();
  alice = await portal.customer('alice');
  await portal.customer('bob');
  aliceId = await idOf('alice');
  await archive({ userId: aliceId, count: OF_ALICE, name: 'model', daysAgo: 100, spec: cluster.spec() });
  const other = cluster.spec({ sku: 'gone', region: 'far' });
  await archive({ userId: await idOf('bob'), count: OF_OTHERS, name: 'box', daysAgo: 1, spec: other });
});
afterAll(async () => {
  await rental.stop();
  await portal.stop();
  await cluster.close();
});

async function idOf(username: string): Promise<string> {
  const { id } = await portal.database
    .selectFrom('user_account')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return id;
}

interface Archived {
  readonly userId: string;
  readonly count: number;
  readonly name: string;
  readonly daysAgo: number;
  readonly spec: WorkloadSpec;
}

/** Archives destroyed machines, numbered, ten per second. */
async function archive({ userId, count, name, daysAgo, spec }: Archived): Promise<void> {
  const namespace = tenantNamespace(userId);
  await sql`
    INSERT INTO workload_archive (workload_uid, user_id, namespace, name, archived_at, object)
    SELECT gen_random_uuid(), ${userId}, ${namespace}, ${name} || '-' || n, now(), jsonb_build_object(
      'metadata', jsonb_build_object('name', ${name} || '-' || n, 'namespace', ${namespace}::text, 'generation', 1,
        'creationTimestamp', to_char(now() AT TIME ZONE 'UTC' - ${daysAgo}::int * interval '1 day' - n / 10 * interval '1 s',
          'YYYY-MM-DD"T"HH24:MI:SS"Z"')),
      'spec', ${JSON.stringify(spec)}::jsonb,
      'status', jsonb_build_object('phase', 'Running', 'reason', ${reason}::text, 'placed', jsonb_build_object('node', 'node-' || n % 7)))
    FROM generate_series(1, ${count}::int) AS n`.execute(portal.database);
}

/** Other tests use the same cluster; their machines have another reason. */
const listed = async (query: QueryInput<'listAllWorkloads'>) =>
  (await admin.call('listAllWorkloads', { query: { status: 'DESTROYED', reason, ...query } })).body;

describe('destroyed machines', () => {
  it('of one user are all found, however many others were destroyed since', async () => {
    const { total, items } = await listed({ user: 'alice', pageSize: 100 });
    expect([total, items.length]).toEqual([OF_ALICE, OF_ALICE]);
    expect(new Set(items.map(({ user, status }) => `${user} ${status}`))).toEqual(
      new Set(['alice DESTROYED']),
    );
    const own = (await alice.call('listWorkloads', { query: { status: 'DESTROYED' } })).body;
    expect([own.total, own.items.length]).toEqual([OF_ALICE, 20]);
  });

  it('are counted, and each is on exactly one page', async () => {
    const names = new Set<string>();
    const { total } = await listed({});
    for (let page = 1; page <= Math.ceil(total / 100); page += 1) {
      const { items } = await listed({ page, pageSize: 100, sort: 'createdAt' });
      for (const { name } of items) names.add(name);
    }
    expect([total, names.size]).toEqual([OF_ALICE + OF_OTHERS, OF_ALICE + OF_OTHERS]);
  });

  it('are downloaded completely', async () => {
    const query = { status: 'DESTROYED' as const, reason };
    const { text } = await admin.call('listAllWorkloads', { query, headers: { Accept: 'text/csv' } });
    expect(text.trim().split('\r\n')).toHaveLength(1 + OF_ALICE + OF_OTHERS);
    const shown = { ...query, format: 'csv', language: 'zh', columns: 'name,user,status,mode' } as const;
    const file = await admin.call('listAllWorkloads', { query: shown });
    const [headings, first] = file.text.replace(/^\uFEFF/, '').split('\r\n');
    expect(headings).toBe('名称,用户,状态,付费方式');
    expect(first).toMatch(/,已销毁,按量付费$/);
  });

  it('are found and sorted by their former properties', async () => {
    const { sku, region, image, policy } = cluster.names;
    const ofAlice = [{ sku }, { region }, { image, user: 'alice' }, { pricing: policy, search: 'model' }];
    for (const query of [...ofAlice, { search: 'ALICE' }, { search: 'model-' }]) {
      expect((await listed(query)).total).toBe(OF_ALICE);
    }
    expect((await listed({ node: 'node-3', user: 'alice' })).total).toBe(6);
    expect((await listed({ reason: 'Other' })).items).toEqual([]);
    expect((await listed({ mode: 'RESERVED' })).items).toEqual([]);
    for (const sort of ['user', 'sku', 'node', 'status', '-name'] as const) {
      expect((await listed({ sort })).items).toHaveLength(20);
    }
    expect((await listed({ sort: 'user' })).items[0]?.user).toBe('alice');
    expect((await listed({})).items[0]?.user).toBe('bob');
    expect((await listed({ sort: 'createdAt' })).items[0]?.user).toBe('alice');
  });

  it('are in no other list, and are found individually by name', async () => {
    expect((await admin.call('listAllWorkloads', { query: { user: 'alice' } })).body.total).toBe(0);
    const params = { user: 'alice', name: 'model-7' };
    expect((await admin.call('getAnyWorkload', { params })).body).toMatchObject({
      status: 'DESTROYED',
      user: 'alice',
    });
  });

  it('are listed once, as soon as the operator has finished with them', async () => {
    const name = `leaving-${randomUUID().slice(0, 8)}`;
    await cluster.addTenant(aliceId, 'alice');
    const { metadata } = await cluster.createWorkload(aliceId, name);
    await cluster.asOperator(aliceId, name, { phase: 'Destroyed', reason });
    await eventually(async () => expect((await listed({ search: name })).total).toBe(1));
    await sql`
      INSERT INTO workload_archive (workload_uid, user_id, namespace, name, object, archived_at)
      SELECT ${metadata.uid}, user_id, namespace, ${name}, object, now() FROM workload_archive
      WHERE user_id = ${aliceId} LIMIT 1`.execute(portal.database);
    expect((await listed({ user: 'alice' })).total).toBe(OF_ALICE + 1);
    await cluster.finishDestroying(aliceId, name);
  });

  it('are read from an index, one page at a time', async () => {
    const statements = watchStatements(portal.pool);
    const page = { page: 1, pageSize: 20 };
    for (const query of [page, { ...page, user: 'alice' }, { ...page, userId: aliceId }]) {
      const plan = await statements.planOf(/LIMIT/, () => listDestroyed(statements.database, [], query));
      expect(plan).toMatch(/Index Scan Backward using workload_archive_by_(time|user)/);
      expect(plan).not.toContain('Seq Scan');
    }
  });
});
