/**
 * Recent actions of the demo's administrator, and payments that wait for a decision: a payment of another amount than
 * requested, a refund to a closed account, and a duplicate refund that leaves the customer in debt.
 */
import type { Recharge } from '@gpulease/contract/billing';
import type { Page } from '@gpulease/contract/common';
import { DAY_MS } from '@gpulease/contract/durations';
import type { Balance } from '@gpulease/contract/me';
import { done, type RestSession } from '../../rest/session.ts';

interface Sessions {
  readonly admin: RestSession;
  readonly sessions: ReadonlyMap<string, RestSession>;
}

/** Requires the billing clock to show the real time. */
export async function playToday({ admin, sessions }: Sessions, publicKey: string): Promise<void> {
  const post = async (path: string, body: unknown) => done(await admin.post(path, body));
  const expirationDate = new Date(Date.now() + 365 * DAY_MS).toISOString();
  await post('/admin/invite-codes', { quantity: 12, expirationDate });
  await post('/admin/users/alice-chen/adjustments', { amount: '200.00', reason: '节点故障补偿' });
  await post('/admin/users/david-kim/adjustments', { amount: '-36.00', reason: '更正重复入账' });
  const disabled = { status: 'inactive', reason: '账号异常登录，核实前停用' };
  done(await admin.put('/admin/users/max-weber/status', disabled));
  // The customer is notified.
  await post('/admin/workloads/demo/inference/restart', { reason: '应客户要求重启：远程登录无响应' });
  const student = sessions.get('luo-tian');
  const recharges = await student?.get<Page<Recharge>>('/recharges?pageSize=1');
  const recharge = recharges?.body.items[0]?.id;
  await post('/admin/users/luo-tian/refunds', { recharge, amount: '10.00', reason: '客户申请退款' });
  await sessions.get('demo')?.post('/me/ssh-keys', { name: 'laptop', publicKey });
}

const FEN = 100;

/** `wechatUrl` is the address of the simulated WeChat Pay. Throws if it or the portal rejects a step. */
export async function playPayments({ admin, sessions }: Sessions, wechatUrl: string): Promise<void> {
  const atWeChat = (path: string, body: object) => postTo(new URL(`/sandbox/${path}`, wechatUrl), body);
  const post = async (path: string, body: object) => done(await admin.post(path, body));
  const sessionOf = (user: string) => {
    const session = sessions.get(user);
    if (!session) throw new Error(`${user} is no customer`);
    return session;
  };
  const pay = async (user: string, yuan: number, paid = yuan): Promise<string> => {
    const session = sessionOf(user);
    const asked = { amount: yuan.toFixed(2), method: 'WECHAT' };
    const { id, codeUrl } = done(await session.post<Recharge>('/recharges', asked));
    await atWeChat('pay', { code_url: codeUrl, amount: paid * FEN });
    done(await session.post(`/recharges/${id}/check`, {}));
    return id;
  };

  await pay('liwei', 500, 50);

  const closed = await pay('he-qian', 100);
  await atWeChat('close-account', { out_trade_no: closed });
  await post('/admin/users/he-qian/refunds', { recharge: closed, amount: '60.00', reason: '客户申请退款' });

  const twice = await pay('zhang-min', 1_000);
  const { available } = done(await sessionOf('zhang-min').get<Balance>('/me/balance'));
  const paidOut = { amount: `-${available}`, reason: '应客户要求，余额已通过银行转账退还' };
  await post('/admin/users/zhang-min/adjustments', paidOut);
  await atWeChat('refund', { out_trade_no: twice, amount: 1_000 * FEN });
}

async function postTo(url: URL, body: object): Promise<void> {
  const { ok, status } = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (!ok) throw new Error(`WeChat Pay answered ${status} to ${url.pathname}`);
}
