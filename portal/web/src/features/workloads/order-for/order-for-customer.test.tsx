import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal, pageOf, type Answers, type ReceivedRequest } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import {
  aNode,
  anAdminRegion,
  anImage,
  aQuote,
  aRegion,
  aSku,
  aUser,
  aWorkload,
} from '../../../testing/samples.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAII0nRLjv7ECA8UZYBgpvdtGcYOIc5KpApTJruhZFE1s1';
const httpDomain = 'east.example.com';
const hourly = aSku.pricing[0]!;
const monthly = { ...hourly, name: 'monthly', mode: 'RESERVED', unit: 'MONTH', price: '500.00' } as const;
const users = ['alice', 'bob'].map((username) => ({ ...aUser, username }));
const suggested = ({ url }: ReceivedRequest) =>
  pageOf(users.filter(({ username }) => username.includes(url.searchParams.get('search') ?? '')));

const portal: Answers = {
  listCatalogueSkus: pageOf([{ ...aSku, pricing: [hourly, monthly] }]),
  listCatalogueRegions: pageOf([{ ...aRegion, httpDomain }]),
  listCatalogueImages: pageOf([anImage]),
  listRegions: pageOf([{ ...anAdminRegion, httpDomain }]),
  listNodes: pageOf([aNode]),
  listUsers: suggested,
  getUser: { ...aUser, username: 'bob', balance: '1234.50' },
  createAnyQuote: aQuote,
  createAnyWorkload: { ...aWorkload, user: 'bob', name: 'train' },
  getAnyWorkload: { ...aWorkload, user: 'bob', name: 'train' },
};

async function open(answers: Answers = {}, search = '?user=bob', language: 'zh' | 'en' = 'en') {
  const app = await renderApp({
    path: `/admin/workloads/create${search}`,
    as: 'admin',
    language,
    answers: { ...portal, ...answers },
  });
  await screen.findByRole('radiogroup', { name: language === 'en' ? /^Pricing/ : /^计费方式/ });
  return app;
}

const placeButton = () => screen.findByRole('button', { name: 'Place order' });
const place = async () => userEvent.click(await placeButton());
const sshPort = () => screen.getByLabelText(/^SSH port/);

/** Fills in the fields without a default. */
async function fillIn(node = '7-1'): Promise<void> {
  await userEvent.click(screen.getByLabelText(/^SSH keys/));
  await userEvent.paste(KEY);
  await screen.findByRole('option', { name: /^7-1 ·/ });
  if (node) await userEvent.selectOptions(screen.getByLabelText(/^Node/), node);
  await userEvent.type(sshPort(), '30007');
  await userEvent.type(screen.getByLabelText(/Preferred public port/), '8080');
  await userEvent.type(screen.getAllByLabelText(/^Machine port/)[0]!, '80');
  await userEvent.type(screen.getByLabelText(/^Reason/), 'Ordered by phone');
  await waitFor(async () => expect(await placeButton()).toBeEnabled());
}

it('orders for the customer at the displayed price, and opens the machine', async () => {
  const { api, router } = await open();
  await fillIn();
  await place();
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/workloads/bob/train'));
  const [asked] = api.of('createAnyWorkload');
  expect(asked?.url.pathname).toBe('/api/v1/admin/workloads/bob');
  expect(asked?.body).toMatchObject({
    ...{ type: 'VIRTUAL_MACHINE', sku: aSku.name, image: anImage.name, region: aRegion.name },
    ...{ node: '7-1', ipAddress: '203.0.113.7', sshPort: 30_007, reason: 'Ordered by phone' },
    ports: [{ protocol: 'TCP', port: 8080, targetPort: 80 }],
    http: { host: expect.stringMatching(/^vm-\w+\.east\.example\.com$/), targetPort: 80 },
    startTime: expect.stringMatching(/^\d{4}-/),
    ...{ authorizedKeys: [KEY], expectedPrice: '7.20', expectedUnit: 'HOUR', expectedCharge: '0.00' },
  });
  expect(asked?.body).not.toHaveProperty('user');
});

it('finds the customer by the typed text, and shows who pays', async () => {
  const { api } = await open({}, '');
  const costs = screen.getByRole('region', { name: 'Cost' });
  expect(costs).toHaveTextContent('Choose a user to see the cost.');
  await userEvent.type(screen.getByRole('combobox', { name: 'User' }), 'bo');
  await userEvent.click(await screen.findByRole('option', { name: 'bob' }));
  expect(api.of('listUsers').at(-1)?.url.searchParams.get('role')).toBe('USER');
  await waitFor(() => expect(costs).toHaveTextContent('Paid from the balance of bob, who is notified.'));
  expect(costs).toHaveTextContent('Held now (1 hour)');
  await waitFor(() => expect(costs).toHaveTextContent(/Balance of bob.*¥1,234\.50/));
  expect(api.of('createAnyQuote').at(-1)?.url.pathname).toBe('/api/v1/admin/workloads/bob/quotes');
});

describe('is not ordered without', () => {
  const clear = async (input: HTMLElement) => userEvent.clear(input);
  it.each<[string, RegExp, (input: HTMLElement) => Promise<void>]>([
    ['its customer', /^User/, () => userEvent.click(screen.getByRole('button', { name: 'Clear search' }))],
    ['an SSH port (SPEC-5.77)', /^SSH port/, clear],
    ['a public port', /^Preferred public port/, clear],
    ['a start time (SPEC-5.80)', /^Start time/, clear],
    ['a reason', /^Reason/, clear],
  ])('%s', async (_, label, leaveOut) => {
    const { api } = await open();
    await fillIn();
    const input = screen.getByLabelText(label, { selector: 'input, select' });
    await leaveOut(input);
    await place();
    expect(await screen.findByText('This field is required.')).toBeVisible();
    expect(input).toHaveAccessibleDescription(/^This field is required/);
    expect(api.of('createAnyWorkload')).toEqual([]);
  });

  it('a node (SPEC-5.70)', async () => {
    const { api } = await open();
    await fillIn('');
    await place();
    const node = screen.getByLabelText(/^Node/);
    await waitFor(() => expect(node).toHaveAccessibleDescription('This field is required.'));
    await waitFor(() => expect(node).toHaveFocus());
    expect(api.of('createAnyWorkload')).toEqual([]);
  });

  it('an HTTP host URL (SPEC-5.79)', async () => {
    const { api } = await open();
    await fillIn();
    const host = screen.getByLabelText(/^HTTP host URL/);
    await userEvent.clear(host);
    await place();
    await waitFor(() => expect(host).toHaveAccessibleDescription(/^This field is required\./));
    expect(api.of('createAnyWorkload')).toEqual([]);
  });

  it('a TCP port (SPEC-5.78)', async () => {
    const { api } = await open();
    await fillIn();
    await userEvent.selectOptions(screen.getByLabelText(/^Protocol/), 'UDP');
    await place();
    const ports = within(screen.getByRole('group', { name: 'Port mappings' }));
    expect(await ports.findByText('This field is required.')).toBeVisible();
    expect(api.of('createAnyWorkload')).toEqual([]);
  });

  it('a valid IP address (SPEC-5.76)', async () => {
    const addresses = ['203.0.113.7', '203.0.113.8'];
    const { api } = await open({
      listRegions: pageOf([{ ...anAdminRegion, httpDomain, addresses }]),
      createAnyWorkload: () => {
        const details = { fields: { ipAddress: 'ipAddress' } };
        throw new ApiRefusal(400, { code: 'INVALID_ARGUMENT', requestId: 'r', details });
      },
    });
    await fillIn();
    const address = screen.getByLabelText(/^IP address/);
    expect(address).toBeRequired();
    expect(
      within(address)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(addresses);
    await userEvent.selectOptions(address, '203.0.113.8');
    await place();
    expect(await screen.findByText('Please enter a valid IP address.')).toBeVisible();
    expect(api.of('createAnyWorkload')[0]?.body).toMatchObject({ ipAddress: '203.0.113.8' });
  });
});

it('shows errors of the server at their fields', async () => {
  await open({
    createAnyWorkload: () => {
      const details = { fields: { node: 'nodeUnfit', sshPort: 'outsidePortTaken' } };
      throw new ApiRefusal(400, { code: 'INVALID_ARGUMENT', requestId: 'r', details });
    },
  });
  await fillIn();
  await place();
  await waitFor(() =>
    expect(sshPort()).toHaveAccessibleDescription(/^Another machine already uses this port\./),
  );
  expect(screen.getByLabelText(/^Node/)).toHaveAccessibleDescription(/^This node can’t run the machine\./);
  await waitFor(() => expect(screen.getByLabelText(/^Node/)).toHaveFocus());
});

it('rejects a port outside the region’s range without a request', async () => {
  await open();
  await userEvent.type(sshPort(), '22');
  await userEvent.tab();
  await waitFor(() =>
    expect(sshPort()).toHaveAccessibleDescription(/^Enter a whole number from 30000 to 32767/),
  );
});

it('sends null for fields without a choice', async () => {
  const region = { ...anAdminRegion, addresses: [], nodePorts: null, httpDomain: null };
  const { api } = await open({
    listRegions: pageOf([region]),
    listCatalogueRegions: pageOf([{ ...aRegion, httpDomain: null }]),
  });
  await userEvent.click(screen.getByRole('radio', { name: /^Reserved/ }));
  await fillIn();
  expect(screen.getByText('Assigned by the load balancer')).toBeVisible();
  expect(screen.getByText('As booked with the reserved term')).toBeVisible();
  await place();
  await waitFor(() => expect(api.of('createAnyWorkload')).toHaveLength(1));
  expect(api.of('createAnyWorkload')[0]?.body).toMatchObject({
    ...{ ipAddress: null, http: null, startTime: null, pricing: 'monthly', pricingQuantity: 1 },
  });
});

describe('does not order', () => {
  it('a sold-out machine, because an operator’s order never waits', async () => {
    await open({ createAnyQuote: { ...aQuote, available: 0 } });
    expect(await screen.findByText('Sold out in this region with this pricing.')).toBeVisible();
    expect(await placeButton()).toBeDisabled();
  });

  it('a machine that the customer cannot pay, but links to the page that credits the balance', async () => {
    await open({ createAnyQuote: { ...aQuote, affordable: false, missing: '72.00' } });
    expect(await screen.findByText('The user needs another $10.00 (¥72.00).')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the user bob' })).toHaveAttribute(
      'href',
      '/admin/users/edit/bob',
    );
    expect(screen.queryByRole('button', { name: 'Place order' })).toBeNull();
  });

  it('a machine beyond the customer’s quota', async () => {
    await open({ createAnyQuote: { ...aQuote, quota: { of: 'gpus', limit: 2, used: 2, asked: 1 } } });
    expect(await screen.findByText('This exceeds the user’s quota: GPUs, 2 used of 2.')).toBeVisible();
  });
});

it('marks every required placement field in Chinese', async () => {
  const { api } = await open({}, '?user=bob', 'zh');
  const fields = [/^节点(?!故障)/, /^SSH 端口/, /^外部端口/, /^访问网址/, /^启动时间/, /^原因/].map((label) =>
    screen.getByLabelText(label),
  );
  await userEvent.clear(screen.getByLabelText(/^访问网址/));
  await userEvent.clear(screen.getByLabelText(/^启动时间/));
  await userEvent.click(await screen.findByRole('button', { name: '提交订单' }));
  await waitFor(() => expect(fields[0]).toHaveAccessibleDescription(/^此项为必填项/));
  for (const field of fields) expect(field).toHaveAccessibleDescription(/^此项为必填项/);
  expect(api.of('createAnyWorkload')).toEqual([]);
});

it('has Chinese texts', async () => {
  await open({}, '?user=bob', 'zh');
  expect(screen.getByRole('heading', { level: 1, name: '为用户创建实例' })).toBeVisible();
  expect(screen.getByRole('heading', { name: '部署位置与网络' })).toBeVisible();
  expect(await screen.findByText('费用从 bob 的余额中支付，用户会收到通知。')).toBeVisible();
});

it.each([
  ['/admin/workloads', 'Create for a user', ''],
  ['/admin/users/edit/bob', 'Create instance', '?user=bob'],
])('is linked from %s', async (path, name, search) => {
  await renderApp({
    ...{ path, as: 'admin', language: 'en' },
    answers: { ...portal, listAllWorkloads: pageOf([aWorkload]), getUser: users[1]! },
  });
  expect(await screen.findByRole('link', { name })).toHaveAttribute(
    'href',
    `/admin/workloads/create${search}`,
  );
});
