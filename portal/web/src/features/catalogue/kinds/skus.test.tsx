import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pageOf } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAdminPolicy, anAdminSku } from '../../../testing/samples.ts';

const message = 'Add nvidia.com/B200 to permittedHostDevices of the KubeVirt object.';
const notPermitted = { area: 'gpus' as const, name: 'b200', reason: 'NotPermitted', message };
const tooLow = {
  ...{ area: 'pricing-policies' as const, name: 'p08', reason: 'PriceTooLow' },
  message: 'An hour at this price rounds to 0.00 yuan; raise spec.price.',
};
const notSold = {
  ...anAdminSku,
  ...{ availability: [], faults: [notPermitted] },
  condition: { ready: false, reason: 'ReferenceNotReady', message: `GPU b200 is not ready: ${message}` },
};
const inPart = { ...anAdminSku, faults: [tooLow] };

const open = (item: typeof anAdminSku, language: 'zh' | 'en') =>
  renderApp({ path: '/admin/skus/1', as: 'admin', language, answers: { getSku: item } });

const inPartTitle = 'This machine type isn’t sold in every region or pricing mode';
it.each([
  { language: 'en', item: notSold, title: 'This machine type isn’t sold at the moment', cause: message },
  { language: 'zh', item: notSold, title: '该规格暂不售卖', cause: 'KubeVirt 未允许使用该设备。' },
  { language: 'en', item: inPart, title: inPartTitle, cause: tooLow.message },
  {
    language: 'zh',
    item: inPart,
    title: '该规格在部分地域或以部分计费方式暂不售卖',
    cause: '价格过低，计费结果为零。',
  },
] as const)('shows in $language why it is not sold: $title', async ({ language, item, title, cause }) => {
  await open(item, language);
  const notice = (await screen.findByText(title)).closest<HTMLElement>('.pf-v6-c-alert');
  expect(notice).toHaveTextContent(cause);
  const [{ area, name }] = item.faults as unknown as [{ area: string; name: string }];
  const link = within(notice!).getByRole('link', { name });
  expect(link).toHaveAttribute('href', `/admin/${area}/${name}`);
});

it('shows no warning if the SKU is sold everywhere', async () => {
  await open(anAdminSku, 'en');
  expect(await screen.findByRole('heading', { name: '1', level: 1 })).toBeVisible();
  expect(screen.queryByText(/isn’t sold/)).toBeNull();
});

it('shows in the stock column of the list why an SKU is not sold', async () => {
  const answers = { listSkus: pageOf([notSold]) };
  await renderApp({ path: '/admin/skus', as: 'admin', language: 'zh', answers });
  const link = await screen.findByRole('link', { name: 'b200' });
  expect(link.closest('td')).toHaveTextContent('KubeVirt 未允许使用该设备。');
});

it('lists only sold-out SKUs on request', async () => {
  const { api } = await renderApp({
    path: '/admin/skus?soldOut=true',
    as: 'admin',
    language: 'zh',
    answers: { listSkus: pageOf([anAdminSku]) },
  });
  expect(await screen.findByText('库存: 售罄')).toBeVisible();
  expect(api.of('listSkus')[0]?.url.searchParams.get('soldOut')).toBe('true');
});

it('deactivates several SKUs at once', async () => {
  const skus = ['a100-1', 'a100-8'].map((name) => ({ ...anAdminSku, name }));
  const { api } = await renderApp({
    path: '/admin/skus',
    as: 'admin',
    language: 'zh',
    answers: { listSkus: pageOf(skus), setSkuStatus: skus[0]! },
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: '选择本页全部' }));
  await userEvent.click(screen.getByRole('button', { name: '已选 2 项' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: '停用' }));
  const dialog = await screen.findByRole('dialog', { name: /停用 2 个规格？/ });
  expect(dialog).toHaveTextContent('这些规格不再接受新订单');
  await userEvent.click(within(dialog).getByRole('button', { name: '停用' }));
  await screen.findByRole('dialog', { name: /停用：成功 2 个，失败 0 个/ });
  expect(api.of('setSkuStatus').map(({ body }) => body)).toEqual([
    { status: 'inactive' },
    { status: 'inactive' },
  ]);
});

it('offers a search if an SKU has many prices to choose from', async () => {
  const policies = Array.from({ length: 23 }, (_, index) => ({
    ...anAdminPolicy,
    name: `policy-${index + 1}`,
  }));
  const answers = { listPricingPolicies: pageOf(policies), listGpus: pageOf([]) };
  await renderApp({ path: '/admin/skus/create', as: 'admin', language: 'zh', answers });
  await userEvent.click(await screen.findByRole('button', { name: /^定价策略: / }));
  await userEvent.type(await screen.findByRole('textbox', { name: '搜索定价策略' }), 'policy-17');
  const [only, ...others] = screen.getAllByRole('checkbox');
  expect(others).toEqual([]);
  await userEvent.click(only!);
  expect(screen.getByRole('button', { name: /^定价策略: 已选 1 项/ })).toBeVisible();
});
