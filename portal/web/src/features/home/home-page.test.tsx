import type { Page } from '@gpulease/contract/common';
import type { WorkloadGauges } from '@gpulease/contract/workload-gauges';
import type { Workload } from '@gpulease/contract/workloads';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pageOf, type Answers } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aBalance, aConfig, aRegion, aSku, aWorkload } from '../../testing/samples.ts';

beforeEach(() => localStorage.clear());

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

it('shows the price of the machine that Rent chooses, and names it if other machines differ', async () => {
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

it('shows that only Spot is left, and opens an order for Spot', async () => {
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

it('offers the queue and a stock alert for a sold-out GPU', async () => {
  const { api } = await renderApp({
    path: `/?region=${aRegion.name}`,
    language: 'en',
    answers: { ...catalogue, createStockAlert: anAlert },
  });
  expect(await screen.findByRole('link', { name: 'Join the queue' })).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: `Notify me: ${soldOut.displayName}` }));
  expect(await screen.findByText(/We’ll notify you once it’s available again/)).toBeVisible();
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

describe('shows visitors', () => {
  it.each([
    ['zh', 'light', 'console.zh-light.webp', /^控制台的实例页面/],
    ['zh', 'dark', 'console.zh-dark.webp', /^控制台的实例页面/],
    ['en', 'light', 'console.en-light.webp', /^A running instance/],
    ['en', 'dark', 'console.en-dark.webp', /^A running instance/],
  ] as const)('a picture of the console in their language and theme (%s, %s)', async (...scene) => {
    const [language, theme, file, text] = scene;
    localStorage.setItem('theme', theme);
    await renderApp({ path: '/', as: 'visitor', language, answers: catalogue });
    const picture = await screen.findByRole('img', { name: text });
    expect(picture).toHaveAttribute('src', file);
    // Its space is reserved immediately, but it loads only when scrolled near.
    expect(picture).toHaveAttribute('loading', 'lazy');
    expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['1280', '800']);
  });

  it('how billing works in three steps', async () => {
    await renderApp({ path: '/', as: 'visitor', language: 'en', answers: catalogue });
    const steps = await screen.findByRole('list', { name: 'How billing works' });
    const titles = within(steps).getAllByRole('heading', { level: 3 });
    expect(titles.map(({ textContent }) => textContent)).toEqual(['Add funds', 'Order', 'Run and stop']);
  });

  it.each([
    ['en', 1, /kept free of charge for 1 day\./],
    ['en', 21, /kept free of charge for 21 days\./],
    ['zh', 21, /免费保留 21 天/],
  ] as const)('how long the operator keeps disks (%s, %s)', async (language, days, text) => {
    const config = { ...aConfig, stoppedDiskDays: days };
    await renderApp({ path: '/', as: 'visitor', language, answers: { ...catalogue, getConfig: config } });
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('what happens without funds, once the question is opened', async () => {
    await renderApp({ path: '/', as: 'visitor', language: 'en', answers: catalogue });
    const answer = await screen.findByText(aConfig.dunning.en);
    expect(answer).not.toBeVisible();
    await userEvent.click(screen.getByText('What happens when my balance runs out?'));
    expect(answer).toBeVisible();
  });
});

describe('shows customers', () => {
  const waiting: Workload = { ...aWorkload, uid: '2', name: 'waiting', status: 'PENDING' };
  const gauges: WorkloadGauges = {
    available: true,
    items: [{ uid: '1', gpuUse: 77.6, gpuMemory: 50, idle: null }],
  };
  const open = (language: 'zh' | 'en', answers: Answers = {}) =>
    renderApp({
      ...{ path: '/', as: 'user', language },
      answers: {
        ...catalogue,
        getConfig: { ...aConfig, measuresGpus: true },
        listWorkloads: pageOf([aWorkload, waiting]),
        getWorkloadGauges: gauges,
        ...answers,
      },
    });

  it.each([
    ['zh', '首页', '当前实例', '创建实例', '运行中', /¥92\.80 充值/],
    ['en', 'Home', 'Active instances', 'Create instance', 'Running', /\$12\.89 Add funds/],
  ] as const)('their machines and balance, in %s', async (...scene) => {
    const [language, title, machines, order, running, balance] = scene;
    const { api } = await open(language);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    const row = within((await screen.findByRole('link', { name: aWorkload.name })).closest('tr')!);
    const list = within(screen.getByRole('grid', { name: machines }));
    expect(row.getByText(running)).toBeVisible();
    expect(await row.findAllByRole('meter')).toHaveLength(2);
    expect(list.getByRole('link', { name: 'waiting' })).toHaveAttribute('href', '/workloads/waiting');
    expect(screen.getByRole('link', { name: order })).toHaveAttribute('href', '/workloads/create');
    expect(await screen.findByRole('link', { name: balance })).toHaveAttribute('href', '/recharge');
    expect(api.of('listWorkloads')[0]?.url.searchParams.get('status')).toBe(
      'PENDING,SCHEDULED,STARTING,RUNNING,STOPPING,FAILED',
    );
  });

  it('the menu and upcoming maintenance, like the rest of the console', async () => {
    const maintenance = { machines: 1, machine: 'train', startTime: null };
    await open('en', { listNotices: { ...pageOf([]), unread: 2, maintenance } });
    expect(await screen.findByRole('navigation', { name: 'User menu', hidden: true })).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'train was stopped for maintenance' })).toBeVisible();
    expect(await screen.findByRole('link', { name: '2 unread notifications' })).toBeVisible();
  });

  it.each([
    ['zh', /余额仅够再运行/],
    ['en', /Balance runs out in/],
  ] as const)('that their balance is about to run out, in %s', async (language, warning) => {
    await open(language, { getBalance: { ...aBalance, runwayHours: 0.5 } });
    expect(await screen.findByRole('heading', { level: 2, name: warning })).toBeVisible();
  });

  it.each([
    ['zh', '没有运行中或排队中的实例。', '全部实例'],
    ['en', 'Nothing is running or waiting.', 'All instances'],
  ] as const)('that nothing runs, with a link to all machines, in %s', async (language, text, all) => {
    await open(language, { listWorkloads: pageOf([]) });
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: all })).toHaveAttribute('href', '/workloads');
  });

  it('the offers below, once the machines have loaded, and no introduction', async () => {
    let answer: (page: Page<Workload>) => void = () => undefined;
    await open('en', { listWorkloads: () => new Promise((resolve) => (answer = resolve)) });
    await screen.findByRole('grid', { name: 'Active instances' });
    expect(screen.queryByRole('heading', { name: /^Live hourly prices/ })).toBeNull();
    answer(pageOf([aWorkload]));
    expect(await screen.findByRole('link', { name: 'Join the queue' })).toBeVisible();
    for (const text of ['How billing works', /billed by the second/, 'Get started'])
      expect(screen.queryByText(text)).toBeNull();
  });
});
