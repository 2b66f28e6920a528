import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pageOf } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aNotice, aSku, aWorkload, aRegion } from '../../testing/samples.ts';

const low = { ...aNotice, id: '2', kind: 'FUNDS_LOW', workload: null } as const;
const read = { ...aNotice, id: '3', kind: 'STOPPED_DISK', readAt: aNotice.createdAt } as const;
const listNotices = { ...pageOf([aNotice, low, read]), unread: 2 };

it('the bell counts unread notices and opens them', async () => {
  await renderApp({
    path: '/workloads',
    language: 'en',
    answers: { listNotices, listWorkloads: pageOf([aWorkload]) },
  });
  const bell = await screen.findByRole('link', { name: '2 unread notifications' });
  expect(bell).toHaveAttribute('href', '/notices');
  await userEvent.click(bell);
  expect(await screen.findByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
});

it('a notice explains what happened and links to the page to act on, which marks it as read', async () => {
  const { api, router } = await renderApp({
    path: '/notices',
    language: 'en',
    answers: { listNotices, readNotice: { ...low, readAt: low.createdAt } },
  });
  const row = (await screen.findByText('Your balance is running low')).closest('tr') ?? document.body;
  expect(within(row).getByText(/your balance lasts until about Nov 21, 2026/)).toBeVisible();
  await userEvent.click(within(row).getByRole('link', { name: 'Add funds' }));
  expect(router.state.location.pathname).toBe('/recharge');
  await waitFor(() => expect(api.of('readNotice')[0]?.url.pathname).toBe('/api/v1/me/notices/2/read'));
});

it('links to the machine, and marks all as read', async () => {
  const { api } = await renderApp({
    path: '/notices',
    language: 'en',
    answers: { listNotices, readNotices: () => undefined },
  });
  const seen = await screen.findByRole('link', { name: 'View instance' });
  expect(seen).toHaveAttribute('href', '/workloads/1-1');
  expect(screen.getAllByText('Unread')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(api.of('readNotices')).toHaveLength(1));
});

it('explains an empty list', async () => {
  await renderApp({ path: '/notices', language: 'en' });
  expect(await screen.findByText('No notifications yet')).toBeVisible();
});

const offer = { sku: '1', region: '9-1', skuName: 'RTX 4090', regionName: 'East China 1' };

it('links to the order form of a machine type that is available again', async () => {
  const back = { ...aNotice, kind: 'BACK_IN_STOCK', workload: null, until: null, offer } as const;
  const answers = { listNotices: { ...pageOf([back]), unread: 0 } };
  await renderApp({ path: '/notices', language: 'en', answers });
  expect(await screen.findByText('RTX 4090 is available in East China 1')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Order now' })).toHaveAttribute(
    'href',
    '/workloads/create?sku=1&region=9-1',
  );
});

it('names a machine type that is available again in the language of the page', async () => {
  const back = { ...aNotice, kind: 'BACK_IN_STOCK', workload: null, until: null, offer } as const;
  await renderApp({
    path: '/notices',
    answers: {
      listNotices: { ...pageOf([back]), unread: 0 },
      listCatalogueRegions: pageOf([{ ...aRegion, translations: { en: { displayName: 'East China 1' } } }]),
    },
  });
  expect(await screen.findByText(/^华东一区的/)).toBeVisible();
});

it('links a debt from a refund to Billing', async () => {
  const owed = { ...aNotice, kind: 'REFUND_OWED', workload: null, until: null } as const;
  await renderApp({
    path: '/notices',
    language: 'en',
    answers: { listNotices: { ...pageOf([owed]), unread: 0 } },
  });
  expect(await screen.findByRole('link', { name: 'View billing' })).toHaveAttribute('href', '/billing');
});

it('lists stock alerts, and cancels one', async () => {
  const { createdAt } = aNotice;
  const alert = { id: '7', sku: aSku.name, region: null, createdAt, expiresAt: createdAt };
  const { api } = await renderApp({
    path: '/notices?tab=stock-alerts',
    language: 'en',
    answers: {
      listStockAlerts: pageOf([alert]),
      listCatalogueSkus: pageOf([aSku]),
      listCatalogueRegions: pageOf([]),
      deleteStockAlert: () => undefined,
    },
  });
  expect(await screen.findByText('Any region')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${aSku.displayName}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Cancel alert' }));
  await waitFor(() => expect(api.of('deleteStockAlert')[0]?.url.pathname).toBe('/api/v1/me/stock-alerts/7'));
});

it('links a new API token to the list of tokens', async () => {
  const made = {
    ...aNotice,
    ...({ kind: 'API_TOKEN_CREATED', workload: null, until: null, apiToken: 'backup' } as const),
  };
  await renderApp({
    path: '/notices',
    language: 'en',
    answers: { listNotices: { ...pageOf([made]), unread: 1 } },
  });
  expect(await screen.findByText('The API token backup was created')).toBeVisible();
  const link = screen.getByRole('link', { name: 'API tokens' });
  expect(link).toHaveAttribute('href', '/profile?tab=api-tokens');
});

it('links a reached spending limit to the limits', async () => {
  const reached = {
    ...aNotice,
    ...({ kind: 'SPENDING_DAY', workload: null, until: '2026-11-26T16:00:00.000Z' } as const),
  };
  await renderApp({
    path: '/notices',
    language: 'en',
    answers: { listNotices: { ...pageOf([reached]), unread: 1 } },
  });
  const link = await screen.findByRole('link', { name: 'Change the limit' });
  expect(link).toHaveAttribute('href', '/profile#spending-limits');
});
