/** What the operator of the demo's business did lately. */
import { DAY_MS } from '@gpulease/contract/durations';
import type { Page } from '@gpulease/contract/common';
import type { Recharge } from '@gpulease/contract/billing';
import { done, type RestSession } from '../../rest/session.ts';

export interface Today {
  readonly admin: RestSession;
  readonly sessions: ReadonlyMap<string, RestSession>;
  readonly publicKey: string;
}

/** The billing clock tells the true time by now. */
export async function playToday({ admin, sessions, publicKey }: Today): Promise<void> {
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
  // The customer finds a notice of it.
  await post('/admin/workloads/demo/inference/restart', { reason: '应客户要求重启：远程登录无响应' });
  const student = sessions.get('luo-tian');
  const recharges = await student?.get<Page<Recharge>>('/recharges?pageSize=1');
  const recharge = recharges?.body.items[0]?.id;
  await post('/admin/users/luo-tian/refunds', { recharge, amount: '10.00', reason: '客户申请退款' });
  await sessions.get('demo')?.post('/me/ssh-keys', { name: 'laptop', publicKey });
}
