/** Which page is at which address, and where the menus lead. */
import { describe, expect, it } from '@jest/globals';
import type { InviteCode } from '@gpulease/contract/invite-codes';
import type { Workload } from '@gpulease/contract/workloads';
import { screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import userEvent from '@testing-library/user-event';
import { pageOf, type Answers } from '../testing/fake-api.ts';
import { routes } from './router.tsx';
import { renderApp } from '../testing/render-app.tsx';
import { aBillingRecord, aMe, anImage, aQuote, aRegion, aSku, aUser, aWorkload } from '../testing/samples.ts';

const empty = pageOf([]);
const anInviteCode: InviteCode = {
  code: 'DFFR-H120-J92N-B63F',
  status: 'AVAILABLE',
  usedBy: null,
  usedAt: null,
  createdBy: 'admin',
  expirationDate: '2099-01-01T00:00:00.000Z',
  createdAt: '2026-11-21T09:00:00.000Z',
};
const answers: Answers = {
  listCatalogueSkus: pageOf([aSku]),
  listCatalogueRegions: pageOf([aRegion]),
  listCatalogueImages: pageOf([anImage]),
  listSandboxMessages: empty,
  listSshKeys: empty,
  listWorkloads: pageOf([aWorkload]),
  listBillingRecords: pageOf([aBillingRecord]),
  listRecharges: empty,
  getMe: aMe,
  createQuote: aQuote,
  listUsers: pageOf([aUser, { ...aUser, username: 'grace' }]),
  listAllWorkloads: pageOf([aWorkload, { ...aWorkload, uid: '2', user: 'grace' }]),
  getAnyWorkload: aWorkload,
  listWorkloadEvents: empty,
  listInviteCodes: pageOf([anInviteCode]),
  listBillings: pageOf([aBillingRecord, { ...aBillingRecord, id: '2', user: 'grace' }]),
};

const user = aWorkload.user;
const machine = aWorkload.name;

it.each([
  ['/', 'visitor', 'GPU machines, billed by the second', [], 'SPEC-2.1'],
  ['/test', 'visitor', 'Sandbox', [], 'SPEC-2.5'],
  ['/login', 'visitor', 'Sign in to the console', ['Password'], 'SPEC-2.2'],
  ['/register', 'visitor', 'Create an account', ['Invite code'], 'SPEC-2.3'],
  ['/admin/login', 'visitor', 'Admin sign-in', ['Password'], 'SPEC-2.4'],
  ['/404', 'visitor', '404', ['Back to home'], 'SPEC-2.39, SPEC-8.24'],
  ['/nowhere', 'visitor', '404', ['Back to home'], 'SPEC-2.40, SPEC-8.24'],
  ['/403', 'user', '403', ['Back to home'], 'SPEC-2.38, SPEC-8.23'],
  ['/workloads', 'user', 'My instances', [machine, 'Running'], 'SPEC-2.7'],
  ['/workloads/create', 'user', 'Create instance', ['More options', 'Place order'], 'SPEC-2.8'],
  ['/billing', 'user', 'Billing', ['Add funds', '$13.89'], 'SPEC-2.10'],
  ['/recharge', 'user', 'Add funds', ['Amount', 'Payment method'], 'SPEC-2.11'],
  ['/profile', 'user', 'Profile', ['13800138000'], 'SPEC-2.13'],
  ['/admin/users', 'admin', 'Users', ['demo', 'grace'], 'SPEC-2.17'],
  ['/admin/workloads', 'admin', 'Instances', ['demo', 'grace', machine], 'SPEC-2.19'],
  [`/admin/workloads/${user}/${machine}`, 'admin', machine, ['Running', '192.0.2.1'], 'SPEC-2.21'],
  ['/admin/invite-code', 'admin', 'Invite codes', ['DFFR-H120-J92N-B63F'], 'SPEC-2.36'],
  ['/admin/billings', 'admin', 'Billing', ['demo', 'grace', '$13.89'], 'SPEC-2.37'],
] as const)('%s shows a %s "%s" with %j (%s)', async (...[path, as, title, contents]) => {
  await renderApp({ path, as, language: 'en', answers });
  const heading = await screen.findByRole('heading', { level: 1 });
  expect(heading.textContent).toContain(title);
  const main = heading.closest('main');
  for (const content of contents) await waitFor(() => expect(main).toHaveTextContent(content));
});

it.each(['/test', '/login', '/register', '/admin/login'])(
  '%s has the layout of the sign-in pages (SPEC-2.2, SPEC-2.3, SPEC-2.4, SPEC-2.5)',
  async (path) => {
    await renderApp({ path, as: 'visitor', language: 'en', answers });
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(heading.closest('.pf-v6-c-login__main')).not.toBeNull();
  },
);

function withPath(all: readonly RouteObject[]): RouteObject[] {
  return all.flatMap((route) => [
    ...(route.path === undefined ? [] : [route]),
    ...withPath(route.children ?? []),
  ]);
}

it('loads each page when it is opened, except error pages (SPEC-1.26)', () => {
  const atOnce = withPath(routes).filter(({ lazy }) => lazy === undefined);
  expect(atOnce.map(({ path }) => path).sort()).toEqual(['*', '/403', '/admin', '/admin/*']);
});

describe('the menu', () => {
  const entries = async (name: string) => {
    const menu = await screen.findByRole('navigation', { name, hidden: true });
    const links = within(menu).getAllByRole('link', { hidden: true });
    // Icons are decorative; the text beside them is the name.
    for (const link of links) expect(link.querySelectorAll('svg[aria-hidden=true]')).toHaveLength(1);
    return links.map((link) => link.getAttribute('href'));
  };

  it('of a user has no entry for the order form or the recharge page (SPEC-2.6, SPEC-2.9, SPEC-2.12)', async () => {
    await renderApp({ path: '/workloads', as: 'user', language: 'zh', answers });
    expect(await entries('用户菜单')).toEqual(['/workloads', '/billing', '/profile']);
  });

  it('of an operator lists the areas in the specified order, and no single object (SPEC-2.16, SPEC-2.18, SPEC-2.21)', async () => {
    await renderApp({ path: '/admin/workloads', as: 'admin', language: 'zh', answers });
    const areas = ['users', 'workloads', 'regions', 'nodes', 'gpus', 'skus', 'vm-images'];
    const more = ['overview', 'alarms', 'pricing-policies', 'gpu-reports', 'jobs', 'platform', 'audit'];
    expect(await entries('管理菜单')).toEqual(
      [...areas, 'invite-code', 'billings', ...more].map((area) => `/admin/${area}`),
    );
  });
});

it('users reach their workloads, billing, profile and recharge (SPEC-6.3)', async () => {
  const { router } = await renderApp({ path: '/workloads', as: 'user', language: 'en', answers });
  const menu = await screen.findByRole('navigation', { name: 'User menu', hidden: true });
  const goTo = async (link: HTMLElement, title: string) => {
    await userEvent.click(link);
    await screen.findByRole('heading', { level: 1, name: title });
  };
  await goTo(within(menu).getByRole('link', { name: 'Profile', hidden: true }), 'Profile');
  await goTo(within(menu).getByRole('link', { name: 'My instances', hidden: true }), 'My instances');
  await goTo(within(menu).getByRole('link', { name: 'Billing', hidden: true }), 'Billing');
  await goTo(screen.getByRole('link', { name: 'Add funds' }), 'Add funds');
  expect(router.state.location.pathname).toBe('/recharge');
});

it('the list of all machines lets operators schedule one (SPEC-2.20)', async () => {
  const waiting: Workload = { ...aWorkload, status: 'PENDING', allowedActions: ['schedule'] };
  const shown = { ...answers, listAllWorkloads: pageOf([waiting]) };
  await renderApp({ path: '/admin/workloads', as: 'admin', language: 'en', answers: shown });
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${user}/${machine}` }));
  expect(await screen.findByRole('menuitem', { name: 'Schedule' })).toBeEnabled();
});
