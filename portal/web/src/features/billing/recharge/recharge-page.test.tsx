import { expect, it } from '@jest/globals';
import type { Recharge } from '@gpulease/contract/billing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pageOf } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aBalance, aConfig } from '../../../testing/samples.ts';

const time = '2026-11-21T09:00:00.000Z';
const pending: Recharge = {
  id: 'r1',
  method: 'TEST',
  status: 'PENDING',
  amount: '100.00',
  paymentAmount: '100.00',
  receivedAmount: null,
  refundedAmount: '0.00',
  codeUrl: 'gpulease-test:r1?amount=100.00',
  createdAt: time,
  expiresAt: new Date(Date.now() + 1_800_000).toISOString(),
  paidAt: null,
};

it('stores the open payment in the URL, so that a reload shows it again', async () => {
  const answers = { createRecharge: pending, getRecharge: pending };
  const { router } = await renderApp({ path: '/recharge?returnTo=%2Fbilling', language: 'en', answers });
  await userEvent.click(await screen.findByRole('button', { name: 'Add funds' }));
  await screen.findByRole('button', { name: 'Pay in the sandbox' });
  expect(router.state.location.search).toBe('?returnTo=%2Fbilling&id=r1');
  expect(screen.getByRole('main')).toHaveFocus();
});

it.each([
  ['zh', '继续'],
  ['en', 'Continue'],
] as const)('links back once the payment is complete (%s)', async (language, name) => {
  const answers = { getRecharge: { ...pending, status: 'PAID' } as const };
  await renderApp({ path: '/recharge?returnTo=%2Fbilling&id=r1', language, answers });
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', '/billing');
});

it('shows the WeChat code for a custom amount (SPEC-1.6, SPEC-1.7, SPEC-9.9, SPEC-9.10)', async () => {
  const codeUrl = 'weixin://wxpay/bizpayurl?pr=1';
  const recharge = { ...pending, method: 'WECHAT', amount: '66.60', codeUrl } as const;
  const { api } = await renderApp({
    path: '/recharge',
    answers: {
      getConfig: { ...aConfig, recharge: { ...aConfig.recharge, methods: ['WECHAT'] } },
      createRecharge: recharge,
      getRecharge: recharge,
    },
  });
  const amount = await screen.findByRole('textbox', { name: /金额/ });
  await userEvent.clear(amount);
  await userEvent.type(amount, '66.60');
  await userEvent.click(screen.getByRole('button', { name: '提交充值' }));
  expect(await screen.findByRole('img', { name: '支付二维码' })).toBeVisible();
  expect(api.of('createRecharge')[0]?.body).toEqual({ amount: '66.60', method: 'WECHAT' });
});

it('reports a payment that has not arrived, but not once it has', async () => {
  let recharge: Recharge = { ...pending, method: 'WECHAT', codeUrl: 'weixin://wxpay/bizpayurl?pr=1' };
  const answer = () => recharge;
  const answers = { getRecharge: answer, checkRecharge: answer };
  await renderApp({ path: '/recharge?id=r1', language: 'en', answers });
  await userEvent.click(await screen.findByRole('button', { name: 'I have paid' }));
  const sentence = /The payment hasn’t arrived yet/;
  expect(await screen.findByText(sentence)).toBeVisible();
  recharge = { ...recharge, status: 'PAID' };
  await userEvent.click(screen.getByRole('button', { name: 'I have paid' }));
  expect(await screen.findByText('Payment complete')).toBeVisible();
  expect(screen.getAllByText(sentence)).toHaveLength(1);
});

it('hides the code once the time to pay is over, but still checks for a payment', async () => {
  const codeUrl = 'weixin://wxpay/bizpayurl?pr=1';
  const over: Recharge = { ...pending, method: 'WECHAT', codeUrl, expiresAt: '2020-01-01T00:00:00.000Z' };
  await renderApp({ path: '/recharge?id=r1', language: 'en', answers: { getRecharge: over } });
  expect(await screen.findByText(/Time is up/)).toBeVisible();
  expect(screen.queryByRole('img', { name: 'Payment QR code' })).toBeNull();
  expect(screen.queryByText(/Scan/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Pay in the sandbox' })).toBeNull();
  expect(screen.getByRole('button', { name: 'I have paid' })).toBeEnabled();
});

it('links back to an open payment', async () => {
  const expiresAt = new Date(Date.now() + 700_000).toISOString();
  const open = { ...pending, expiresAt };
  const answers = { listRecharges: pageOf([open]), getRecharge: open };
  const { router } = await renderApp({ path: '/recharge', language: 'en', answers });
  expect(
    await screen.findByRole('heading', { name: 'Note: You have an open payment of $13.89 (¥100.00)' }),
  ).toBeVisible();
  expect(screen.getByText(/^11 minutes .* left to pay it/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Continue payment' }));
  expect(router.state.location.search).toBe('?id=r1');
  await screen.findByRole('button', { name: 'Pay in the sandbox' });
  expect(screen.queryByText(/You have an open payment/)).toBeNull();
});

it('does not offer to continue a payment that is just being created', async () => {
  const made = { ...pending, createdAt: new Date(Date.now() + 1_000).toISOString() };
  const listRecharges = () => pageOf([made]);
  const { api } = await renderApp({ path: '/recharge', language: 'en', answers: { listRecharges } });
  await screen.findByRole('button', { name: 'Add funds' });
  await waitFor(() => expect(api.of('listRecharges')).toHaveLength(1));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.queryByText(/You have an open payment/)).toBeNull();
});

it('lists payments in Billing with their state, and continues an open one', async () => {
  const paid = { ...pending, id: 'r2', status: 'PAID' } as const;
  const { router } = await renderApp({
    path: '/billing?tab=recharges',
    language: 'en',
    answers: { listRecharges: pageOf([pending, paid]), getRecharge: pending },
  });
  const row = within((await screen.findByText('r1')).closest('tr')!);
  expect(row.getByText('Awaiting payment')).toBeVisible();
  const paidRow = within(screen.getByText('r2').closest('tr')!);
  expect(paidRow.queryByRole('button')).toBeNull();
  await userEvent.click(row.getByRole('button', { name: /r1/ }));
  const onwards = await screen.findByRole('menuitem', { name: 'Continue payment' });
  expect(onwards).toHaveAttribute('href', '/recharge?id=r1');
  await userEvent.click(onwards);
  expect(router.state.location.pathname + router.state.location.search).toBe('/recharge?id=r1');
});

it('sends one request if a button is double-clicked', async () => {
  const { api } = await renderApp({
    path: '/recharge?id=r1',
    language: 'en',
    answers: { getRecharge: pending, paySandboxPayment: () => undefined },
  });
  const pay = await screen.findByRole('button', { name: 'Pay in the sandbox' });
  act(() => {
    pay.click();
    pay.click();
  });
  await waitFor(() => expect(api.of('paySandboxPayment')).not.toEqual([]));
  expect(api.of('paySandboxPayment')).toHaveLength(1);
});

it('shows that the payment is being prepared until the provider responds', async () => {
  const answers = { getRecharge: { ...pending, codeUrl: null } };
  await renderApp({ path: '/recharge?id=r1', language: 'en', answers });
  await screen.findByText(/Getting the payment code/);
  expect(screen.queryByRole('button', { name: 'Pay in the sandbox' })).toBeNull();
});

it('shows the payment in the URL and stops polling once it is paid', async () => {
  const { api } = await renderApp({
    path: '/recharge?id=r1',
    language: 'en',
    answers: { getRecharge: { ...pending, status: 'PAID' } },
  });
  await screen.findByText('Payment complete');
  const asked = api.of('getRecharge').length;
  await expect(
    waitFor(() => expect(api.of('getRecharge').length).toBeGreaterThan(asked), { timeout: 4_000 }),
  ).rejects.toThrow();
});

it('shows the new balance once the payment has arrived', async () => {
  let status: 'PENDING' | 'PAID' = 'PENDING';
  const balanceOf = () => (status === 'PAID' ? '212.34' : '12.34');
  await renderApp({
    path: '/recharge?id=r1',
    language: 'zh',
    answers: {
      getRecharge: () => ({ ...pending, status }),
      getBalance: () => ({ ...aBalance, balance: balanceOf() }),
    },
  });
  expect(await screen.findByText('¥12.34')).toBeVisible();
  status = 'PAID';
  await screen.findByText('充值成功');
  expect(await screen.findByText('¥212.34')).toBeVisible();
});

it('offers only amounts within the limits', async () => {
  const recharge = { ...aConfig.recharge, minimum: '200.00', maximum: '500.00' };
  await renderApp({ path: '/recharge', answers: { getConfig: { ...aConfig, recharge } } });
  const offered = within(await screen.findByRole('group', { name: '常用金额' })).getAllByRole('button');
  expect(offered.map(({ textContent }) => textContent)).toEqual(['¥200.00', '¥500.00']);
  expect(screen.getByRole('textbox')).toHaveValue('200.00');
});

it('accepts dollars in English, shows yuan, and requests yuan (SPEC-1.24, SPEC-9.7)', async () => {
  const { api } = await renderApp({
    path: '/recharge?amount=100.00',
    language: 'en',
    answers: { createRecharge: pending, getRecharge: pending },
  });
  const amount = await screen.findByRole('textbox', { name: /Amount in dollars/ });
  await userEvent.clear(amount);
  await userEvent.type(amount, '$1,000.5');
  expect(amount).toHaveValue('$1,000.5');
  expect(screen.getByText(/About \$1,000\.50 \(¥7,203\.60\)/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: '$6.94 (¥50.00)' }));
  expect(amount).toHaveValue('6.94');
  await userEvent.clear(amount);
  await userEvent.type(amount, '10');
  await userEvent.click(screen.getByRole('button', { name: 'Add funds' }));
  await waitFor(() => expect(api.of('createRecharge')[0]?.body).toEqual({ amount: '72.00', method: 'TEST' }));
});

it.each([
  ['0.30', '6.94'],
  ['50.01', '13.89'],
  ['1000.00', '138.89'],
  ['1200.40', '166.72'],
  ['99999.00', '6944.44'],
])('presets the smallest offered amount that covers %s within the limits, %s', async (given, shown) => {
  await renderApp({ path: `/recharge?amount=${given}`, language: 'en' });
  expect(await screen.findByRole('textbox', { name: /Amount in dollars/ })).toHaveValue(shown);
});

it.each([
  { status: 'PAID', links: ['Create instance', 'View billing'] },
  { status: 'CLOSED', links: ['View billing'] },
] as const)('offers the next steps after a payment that is $status', async ({ status, links }) => {
  const paid = { ...pending, status, paidAt: time };
  await renderApp({ path: '/recharge?id=r1', language: 'en', answers: { getRecharge: paid } });
  expect(await screen.findByRole('link', { name: 'View billing' })).toHaveAttribute('href', '/billing');
  const main = within(screen.getByRole('main'));
  const offered = main.getAllByRole('link').map(({ textContent }) => textContent);
  expect(offered.filter((name) => !/^(Billing|How machines stop .*)$/.test(name))).toEqual(links);
});

it('navigates back from the payment to the amount', async () => {
  const answers = { createRecharge: pending, getRecharge: pending };
  const { router } = await renderApp({ path: '/recharge', language: 'en', answers });
  await userEvent.click(await screen.findByRole('button', { name: 'Add funds' }));
  await screen.findByRole('button', { name: 'Pay in the sandbox' });
  await act(() => router.navigate(-1));
  expect(await screen.findByRole('textbox', { name: /Amount/ })).toBeVisible();
});

it.each([
  ['zh', /磁盘数据保留 15 天/, '停机与保留规则'],
  ['en', /disks are kept for 15 days/, 'How machines stop and disks are kept'],
] as const)(
  'explains in one sentence what happens when the balance runs out (%s)',
  async (language, sentence, rules) => {
    await renderApp({ path: '/recharge', language });
    const link = await screen.findByRole('link', { name: rules });
    expect(link).toHaveAttribute('href', '/terms');
    expect(link.parentElement).toHaveTextContent(sentence);
    expect(screen.queryByText(aConfig.dunning[language])).toBeNull();
  },
);
