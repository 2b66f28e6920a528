import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LiveEvent } from '@gpulease/contract/live';
import type { Tenant } from '@gpulease/crds';
import { eventually } from '@gpulease/kube/testing';
import { sql } from 'kysely';
import type { Context, EventStream } from '../http/handler.ts';
import { withTransaction } from '../database/database.ts';
import { post } from '../ledger/ledger.ts';
import { walletOf } from '../ledger/wallets.ts';
import { notify } from '../notices/notify.ts';
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts';
import { startLive, type Live } from './live.ts';
import type { WorkloadReader } from './lists.ts';

/** An empty cluster without changes. */
const nothing = {
  store: { get: () => undefined, list: () => [], byIndex: () => [] },
  onChange: () => () => undefined,
};
type OnTenant = Parameters<WorkloadReader['catalogue']['tenants']['onChange']>[0];
let tenantChanged: OnTenant;
const watchedTenants = {
  ...nothing,
  onChange: (listener: OnTenant) => {
    tenantChanged = listener;
    return () => undefined;
  },
};
const emptyCluster = {
  workloads: nothing,
  catalogue: new Proxy({}, { get: (_, kind) => (kind === 'tenants' ? watchedTenants : nothing) }),
} as unknown as Pick<WorkloadReader, 'workloads' | 'catalogue'>;

let portal: TestPortal;
let live: Live;
beforeAll(async () => {
  portal = await startTestPortal();
  live = startLive({ ...portal, ...emptyCluster });
});
afterAll(async () => {
  await live.stop();
  await portal.stop();
});

/** Opens a stream that records its events. */
function watch(userId: string): { readonly events: LiveEvent[]; leave(): void } {
  const events: LiveEvent[] = [];
  const leaving = new AbortController();
  const stream: EventStream = { send: (event) => events.push(event), closed: leaving.signal };
  live.handlers.streamEvents(stream, { caller: { id: userId } } as Context<'streamEvents'>);
  return { events, leave: () => leaving.abort() };
}

async function aUser(username: string): Promise<string> {
  await portal.customer(username);
  const { id } = await portal.database
    .selectFrom('user_account')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return id;
}

const change = (userId: string, status: string) =>
  sql`SELECT pg_notify('live', ${JSON.stringify({ table: 'recharge', userId, id: 'r1', status, name: null })})`;

describe('live events', () => {
  it('report the last of two simultaneous states, to their user only', async () => {
    const [ada, bob] = [watch('ada'), watch('bob')];
    await eventually(async () => {
      await sql`SELECT pg_notify('live', '{"table":"wallet","userId":"ada","id":"a"}')`.execute(
        portal.database,
      );
      expect(ada.events).toContainEqual({ type: 'balance', user: 'ada' });
    });
    await portal.database.transaction().execute(async (transaction) => {
      await change('ada', 'PENDING').execute(transaction);
      await change('ada', 'PAID').execute(transaction);
    });
    await eventually(() => {
      const states = ada.events.filter(({ type }) => type === 'recharge');
      expect(states).toEqual([{ type: 'recharge', user: 'ada', id: 'r1', status: 'PAID' }]);
    });
    expect(bob.events.filter(({ type }) => type !== 'ready')).toEqual([]);
  });

  it('report a payment within two seconds', async () => {
    const userId = await aUser('payer');
    const payer = watch(userId);
    await withTransaction(portal.database, async (transaction) => {
      await post(transaction, {
        kind: 'ADJUSTMENT',
        idempotencyKey: 'told',
        wallet: walletOf(userId),
        counterpart: 'adjustments',
        amount: 100n,
        actor: 'test',
        reason: 'money for a test',
      });
      const { rows } =
        await sql`SELECT FROM live_change WHERE payload::json ->> 'userId' = ${userId}`.execute(transaction);
      expect(rows).toHaveLength(1);
    });
    const committed = performance.now();
    await eventually(() => expect(payer.events).toContainEqual({ type: 'balance', user: 'payer' }));
    expect(performance.now() - committed).toBeLessThan(2_000);
    const { rows } = await sql`SELECT FROM live_change`.execute(portal.database);
    expect(rows).toEqual([]);
  });

  it('report a notice to its user only', async () => {
    const userId = await aUser('told');
    const [told, other] = [watch(userId), watch('other')];
    const events: LiveEvent[] = [];
    const operator: EventStream = {
      send: (event) => events.push(event),
      closed: new AbortController().signal,
    };
    live.handlers.streamAdminEvents(operator, {} as Context<'streamAdminEvents'>);
    await withTransaction(portal.database, (transaction) =>
      notify(transaction, { userId, kind: 'FUNDS_LOW', key: 'k', subject: 'wallet' }),
    );
    await eventually(() => expect(told.events).toContainEqual({ type: 'notice' }));
    for (const { type } of [...other.events, ...events]) expect(type).not.toBe('notice');
  });

  it('report changed users and invite codes to operators only', async () => {
    const eve = watch('eve');
    const events: LiveEvent[] = [];
    const leaving = new AbortController();
    const stream: EventStream = { send: (event) => events.push(event), closed: leaving.signal };
    live.handlers.streamAdminEvents(stream, {} as Context<'streamAdminEvents'>);
    await portal.inviteCode();
    await eventually(() => expect(events).toContainEqual({ type: 'identity' }));
    leaving.abort();
    eve.leave();
    expect(eve.events).not.toContainEqual({ type: 'identity' });
  });

  it('report changed quotas to operators, but not changed usage', async () => {
    const events: LiveEvent[] = [];
    const leaving = new AbortController();
    const stream: EventStream = { send: (event) => events.push(event), closed: leaving.signal };
    live.handlers.streamAdminEvents(stream, {} as Context<'streamAdminEvents'>);
    const tenant = (generation: number) => ({ metadata: { name: 'ada', generation } }) as Tenant;
    tenantChanged('ada', tenant(1), tenant(1));
    await change('eve', 'CLOSED').execute(portal.database);
    await eventually(() => expect(events.map(({ type }) => type)).toContain('recharge'));
    expect(events).not.toContainEqual({ type: 'identity' });
    tenantChanged('ada', tenant(1), tenant(2));
    await eventually(() => expect(events).toContainEqual({ type: 'identity' }));
    leaving.abort();
  });

  it('are not sent to a client that has left', async () => {
    const [stays, leaves] = [watch('eve'), watch('eve')];
    leaves.leave();
    await change('eve', 'CLOSED').execute(portal.database);
    await eventually(() => expect(stays.events).toHaveLength(1));
    expect(leaves.events).toEqual([]);
  });
});
