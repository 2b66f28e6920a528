import { describe, expect, it } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pageOf } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aConfig, aRegion, aSku } from '../../testing/samples.ts';

const hourly = aSku.pricing[0]!;
const spot = { ...hourly, name: 'spot', mode: 'SPOT', price: '3.60' } as const;
const sku = { ...aSku, pricing: [hourly, spot] };

it('compares the price of one GPU in all modes, and opens the order form with the choice', async () => {
  await renderApp({
    path: '/?mode=SPOT',
    as: 'visitor',
    language: 'en',
    answers: { listCatalogueSkus: pageOf([sku]), listCatalogueRegions: pageOf([aRegion]) },
  });
  const row = within((await screen.findByText('4090')).closest('tr')!);
  expect(row.getByText('$0.50 (¥3.60) / hour')).toBeVisible();
  expect(row.getByText('3 left')).toBeVisible();
  expect(row.getByText('14 cores · 112 GiB memory · 500 GiB disk')).toBeVisible();
  expect(row.getByRole('link', { name: 'Rent' })).toHaveAttribute(
    'href',
    '/workloads/create?sku=1&mode=SPOT',
  );
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Pricing' }), 'All pricing modes');
  expect(await screen.findByText('$1.00 (¥7.20) / hour')).toBeVisible();
});

it('opens the order form with a machine that has a price in the chosen mode', async () => {
  const whole = { ...sku, name: '8', gpuNumber: 8, pricing: [spot] };
  await renderApp({
    path: '/?mode=SPOT',
    language: 'en',
    answers: {
      listCatalogueSkus: pageOf([{ ...sku, pricing: [hourly] }, whole]),
      listCatalogueRegions: pageOf([aRegion]),
    },
  });
  const row = within((await screen.findByText('4090')).closest('tr')!);
  expect(row.getByRole('link', { name: 'Rent' })).toHaveAttribute(
    'href',
    '/workloads/create?sku=8&mode=SPOT',
  );
  expect(row.getByText('×8')).toBeVisible();
});

/** The row of the one GPU on offer. */
const rowOf = async (gpu: string) => within((await screen.findByText(gpu)).closest('tr')!);

it('shows the price of the machine that Rent chooses, and names it where others have another price', async () => {
  const eight = { ...sku, name: '8', gpuNumber: 8, cpu: 112, pricing: [{ ...hourly, price: '48.00' }] };
  const answers = { listCatalogueSkus: pageOf([sku, eight]), listCatalogueRegions: pageOf([aRegion]) };
  const { router } = await renderApp({ path: '/', as: 'visitor', language: 'en', answers });
  const row = await rowOf('4090');
  expect(row.getByRole('link', { name: 'Rent' })).toHaveAttribute('href', expect.stringContaining('sku=1&'));
  expect(row.getByText('$1.00 (¥7.20) / hour').closest('td')).toHaveTextContent(/×1 machine$/);
  expect(row.getByText('$0.50 (¥3.60) / hour').closest('td')).not.toHaveTextContent('×1');
  await act(() => router.navigate('/?mode=SPOT'));
  expect((await rowOf('4090')).queryByText(/×8/)).toBeNull();
});

it('says that only Spot is left, and opens an order for Spot', async () => {
  const onlySpot = { available: 0, level: 'NONE', largest: 0, bookable: 0 } as const;
  const left = { ...sku, availability: [{ ...sku.availability[0]!, ...onlySpot }] };
  const answers = { listCatalogueSkus: pageOf([left]), listCatalogueRegions: pageOf([aRegion]) };
  await renderApp({ path: '/', as: 'visitor', language: 'en', answers });
  const row = await rowOf('4090');
  expect(row.getByText('Spot only, 3 left')).toBeVisible();
  expect(row.getByRole('link', { name: 'Rent' })).toHaveAttribute(
    'href',
    '/workloads/create?sku=1&mode=SPOT',
  );
});

const none = { available: 0, level: 'NONE' } as const;
const soldOut = {
  ...sku,
  availability: [{ region: aRegion.name, ...none, largest: 0, spot: none, bookable: 0 }],
};
const catalogue = { listCatalogueSkus: pageOf([soldOut]), listCatalogueRegions: pageOf([aRegion]) };

const time = '2026-11-21T09:00:00.000Z';
const anAlert = { id: '7', sku: soldOut.name, region: aRegion.name, createdAt: time, expiresAt: time };

it('offers the queue and a stock alert for what is sold out', async () => {
  const { api } = await renderApp({
    path: `/?region=${aRegion.name}`,
    language: 'en',
    answers: { ...catalogue, createStockAlert: anAlert },
  });
  expect(await screen.findByRole('link', { name: 'Join the queue' })).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: `Notify me: ${soldOut.displayName}` }));
  expect(await screen.findByText(/We’ll notify you once it is available again/)).toBeVisible();
  expect(api.of('createStockAlert')[0]?.body).toEqual({ sku: soldOut.name, region: aRegion.name });
});

it('uses Chinese punctuation in the name of an alert', async () => {
  await renderApp({ path: `/?region=${aRegion.name}`, language: 'zh', answers: catalogue });
  expect(await screen.findByRole('button', { name: `到货提醒：${soldOut.displayName}` })).toBeVisible();
});

it('asks a visitor to sign in before setting a stock alert', async () => {
  await renderApp({ path: '/', as: 'visitor', language: 'en', answers: catalogue });
  expect(await screen.findByRole('link', { name: 'Notify me' })).toHaveAttribute(
    'href',
    '/login?returnTo=%2F',
  );
});

it.each([
  ['zh', '账号菜单：demo', /¥92\.80 充值/],
  ['en', 'Account menu for demo', /\$12\.89 Add funds/],
] as const)(
  'shows customers their balance and account menu, as the console does (%s)',
  async (language, menu, available) => {
    await renderApp({ path: '/', as: 'user', language, answers: catalogue });
    expect(await screen.findByRole('button', { name: menu })).toBeVisible();
    expect(screen.getByRole('link', { name: language === 'zh' ? '控制台' : 'Console' })).toBeVisible();
    expect(await screen.findByRole('link', { name: available })).toHaveAttribute('href', '/recharge');
  },
);

describe('tells a stranger', () => {
  it('how billing works in three steps', async () => {
    await renderApp({ path: '/', as: 'visitor', language: 'en', answers: catalogue });
    const steps = await screen.findByRole('list', { name: 'How billing works' });
    const titles = within(steps).getAllByRole('heading', { level: 3 });
    expect(titles.map(({ textContent }) => textContent)).toEqual(['Add funds', 'Order', 'Run and stop']);
  });

  it.each([
    ['en', 1, /kept free of charge for 1 day,/],
    ['en', 21, /kept free of charge for 21 days,/],
    ['zh', 21, /免费保留 21 天/],
  ] as const)('for how long the operator keeps disks (%s, %s)', async (language, days, text) => {
    const config = { ...aConfig, stoppedDiskDays: days };
    await renderApp({ path: '/', as: 'visitor', language, answers: { ...catalogue, getConfig: config } });
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('what happens without money, when the question is opened', async () => {
    await renderApp({ path: '/', as: 'visitor', language: 'en', answers: catalogue });
    const answer = await screen.findByText(aConfig.dunning.en);
    expect(answer).not.toBeVisible();
    await userEvent.click(screen.getByText('What happens when my balance runs out?'));
    expect(answer).toBeVisible();
  });
});

it('leaves the introduction out for those who are signed in', async () => {
  await renderApp({ path: '/', as: 'user', language: 'en', answers: catalogue });
  expect(await screen.findByRole('link', { name: 'Join the queue' })).toBeVisible();
  expect(screen.queryByText('How billing works')).toBeNull();
});
