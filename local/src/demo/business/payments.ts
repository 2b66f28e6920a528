/**
 * What lately went wrong with payments of the demo's business, and waits for its operator: somebody paid another amount than
 * asked for, a refund goes to an account that is closed, and one was made twice, so that the customer owes it.
 */
import type { Recharge } from '@gpulease/contract/billing';
import type { Balance } from '@gpulease/contract/me';
import { done, type RestSession } from '../../rest/session.ts';

export interface PaymentsOptions {
  readonly admin: RestSession;
  readonly sessions: ReadonlyMap<string, RestSession>;
  /** Where the simulated WeChat Pay listens. */
  readonly wechatUrl: string;
}

const FEN = 100;

/** Throws when the portal or WeChat Pay refuses a step. */
export async function playPayments({ admin, sessions, wechatUrl }: PaymentsOptions): Promise<void> {
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
