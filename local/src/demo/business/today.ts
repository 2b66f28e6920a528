/** What the operator of the demo's business did lately, and an order that waits for its time. */
import type { Page } from '@gpulease/contract/common';
import type { Recharge } from '@gpulease/contract/billing';
import { done, type RestSession } from '../../rest/session.ts';
import type { Renter } from './renter.ts';
import { LAST_DAY } from './plan.ts';

export interface Today {
  readonly admin: RestSession;
  readonly sessions: ReadonlyMap<string, RestSession>;
  readonly renters: ReadonlyMap<string, Renter>;
  readonly publicKey: string;
}

const DAY_MS = 24 * 3_600_000;

/** The billing clock tells the true time by now. */
export async function playToday({ admin, sessions, renters, publicKey }: Today): Promise<void> {
  const post = async (path: string, body: unknown) => done(await admin.post(path, body));
  const expirationDate = new Date(Date.now() + 365 * DAY_MS).toISOString();
  await post('/admin/invite-codes', { quantity: 12, expirationDate });
  await post('/admin/users/alice-chen/adjustments', { amount: '200.00', reason: '节点故障补偿' });
  await post('/admin/users/david-kim/adjustments', { amount: '-36.00', reason: '更正重复入账' });
  done(
    await admin.put('/admin/users/max-weber/status', {
      status: 'inactive',
      reason: '账号异常登录，核实前停用',
    }),
  );
  const student = sessions.get('luo-tian');
  const recharges = await student?.get<Page<Recharge>>('/recharges?pageSize=1');
  const recharge = recharges?.body.items[0]?.id;
  await post('/admin/users/luo-tian/refunds', { recharge, amount: '10.00', reason: '客户申请退款' });
  await sessions.get('demo')?.post('/me/ssh-keys', { name: 'laptop', publicKey });
  await reserveForLater(renters.get('sjtu-speech'));
}

/** A term that begins next week is Pending until then. */
async function reserveForLater(renter: Renter | undefined): Promise<void> {
  const machine = {
    user: 'sjtu-speech',
    name: 'asr-train',
    sku: 'l40s-1',
    mode: 'RESERVED',
    image: 'pytorch-2.9',
    months: 1,
    orderedOn: LAST_DAY,
    startsAt: new Date(Date.now() + 7 * DAY_MS).toISOString(),
  } as const;
  await renter?.take({ day: LAST_DAY, user: machine.user, kind: 'recharge', yuan: 5_000 });
  await renter?.take({ day: LAST_DAY, user: machine.user, kind: 'order', machine });
}
