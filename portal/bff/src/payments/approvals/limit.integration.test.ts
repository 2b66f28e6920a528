/** Two operators at the portal, above and below the limit. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ApiClient } from '../../testing/api-client.ts';
import { openScene, type Scene } from '../../testing/scene.ts';

let scene: Scene;
let first: ApiClient;
let second: ApiClient;
beforeAll(async () => {
  scene = await openScene({ secondOperatorAbove: 100_000n });
  first = await scene.portal.admin();
  second = await anotherOperator('second');
  await scene.aRenter('ada', 0n);
});
afterAll(() => scene.stop());

async function anotherOperator(username: string): Promise<ApiClient> {
  const { password } = (await first.call('createAdmin', { body: { username } })).body;
  const browser = scene.portal.client();
  await browser.call('adminLogin', { body: { username, password } });
  const newPassword = 'my own choice 1';
  await browser.call('changeAdminPassword', {
    body: { currentPassword: password, newPassword, confirmPassword: newPassword },
  });
  await browser.call('adminLogin', { body: { username, password: newPassword } });
  return browser;
}

const ada = { username: 'ada' };
const balance = async () => (await first.call('getUser', { params: ada })).body.balance;
const credit = (amount: string, headers = {}) =>
  first.call('createAdjustment', { params: ada, body: { amount, reason: 'An outage' }, headers });

async function asked(amount: string, headers = {}): Promise<string> {
  const { status, body } = await credit(amount, headers);
  expect(status).toBe(201);
  if (!('approval' in body)) throw new Error('No second operator was asked for.');
  return body.approval.id;
}

it('lets one operator credit up to the limit, and requests a second one above it', async () => {
  expect((await first.call('getApprovalLimit')).body).toEqual({ above: '1000.00' });
  expect((await credit('1000.00')).body).toMatchObject({ balanceAfter: '1000.00' });
  const key = { 'Idempotency-Key': 'the-same-request' };
  const id = await asked('1000.01', key);
  expect(await asked('1000.01', key)).toBe(id);
  expect(await balance()).toBe('1000.00');
  const query = { status: 'PENDING' } as const;
  const { items } = (await second.call('listApprovals', { query })).body;
  expect(items).toEqual([
    expect.objectContaining({
      id,
      user: 'ada',
      amount: '1000.01',
      askedBy: 'admin',
      balanceAfter: '2000.01',
    }),
  ]);
  expect((await second.call('getOverview')).body.openPayments.approvals).toBe(1);

  const params = { id };
  const body = { decision: 'APPROVE', reason: 'I have seen it' } as const;
  const own = await first.call('decideApproval', { params, body });
  expect([own.status, own.error.details?.reason]).toEqual([403, 'OWN_REQUEST']);
  expect((await second.call('decideApproval', { params, body })).body).toMatchObject({
    ...{ status: 'APPROVED', decidedBy: 'second' },
  });
  expect(await balance()).toBe('2000.01');
  expect((await second.call('decideApproval', { params, body })).error.details?.reason).toBe(
    'ILLEGAL_TRANSITION',
  );
});

it('records in the audit log who requested and who approved', async () => {
  const id = await asked('-1500.00');
  const body = { decision: 'APPROVE', reason: 'As the bank says' } as const;
  await second.call('decideApproval', { params: { id }, body });
  const { items } = (await first.call('listAuditEntries', { query: { search: 'ada' } })).body;
  const told = { approval: id, kind: 'ADJUSTMENT', amount: '-1500.00', askedBy: 'admin' };
  expect(items.slice(0, 2)).toMatchObject([
    { actor: 'second', action: 'DECIDE_APPROVAL', subject: 'ada', details: { ...told, ...body } },
    { actor: 'admin', action: 'ASK_APPROVAL', subject: 'ada', details: { ...told, reason: 'An outage' } },
  ]);
  expect(await balance()).toBe('500.01');
});
