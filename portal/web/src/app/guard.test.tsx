import { beforeEach, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal, pageOf } from '../testing/fake-api.ts';
import { renderApp } from '../testing/render-app.tsx';
import { anAdminSession, aUser, aUserSession, aWorkload, nobody } from '../testing/samples.ts';

const lists = { listWorkloads: pageOf([aWorkload]), listAllWorkloads: pageOf([aWorkload]) };

beforeEach(() => sessionStorage.clear());

it('redirects a visitor of the user area to the login and remembers the page', async () => {
  const { router } = await renderApp({ path: '/workloads?status=RUNNING', as: 'visitor' });
  await screen.findByRole('heading', { name: '登录控制台' });
  expect(router.state.location).toMatchObject({
    pathname: '/login',
    search: '?returnTo=%2Fworkloads%3Fstatus%3DRUNNING',
  });
});

it('redirects a visitor of the admin area to the admin login (SPEC-1.19, SPEC-2.4, SPEC-6.4)', async () => {
  const { router } = await renderApp({ path: '/admin/workloads', as: 'visitor' });
  await screen.findByRole('heading', { name: '管理后台登录' });
  expect(router.state.location.search).toBe('?returnTo=%2Fadmin%2Fworkloads');
});

it('shows customers in the admin area that access is forbidden (SPEC-2.38, SPEC-6.6, SPEC-8.23)', async () => {
  const { router } = await renderApp({ path: '/admin/workloads', as: 'user', answers: lists });
  await screen.findByText('403 · 没有访问权限');
  expect(router.state.location.pathname).toBe('/403');
});

it('asks an operator whose session has ended to sign in again, even if a customer is also signed in', async () => {
  let session = anAdminSession;
  const { client, router } = await renderApp({
    path: '/admin/workloads?status=RUNNING',
    as: 'admin',
    answers: {
      getSession: aUserSession,
      getAdminSession: () => session,
      listAllWorkloads: () => {
        if (session === anAdminSession) return pageOf([aWorkload]);
        throw new ApiRefusal(403, { code: 'PERMISSION_DENIED', requestId: '1' });
      },
    },
  });
  await screen.findByText(aWorkload.name);
  session = nobody;
  await act(() => client.invalidateQueries({ queryKey: ['listAllWorkloads'] }));
  await screen.findByRole('dialog', { name: '登录已过期' });
  expect(router.state.location).toMatchObject({ pathname: '/admin/workloads', search: '?status=RUNNING' });
});

it('lets an operator into the admin area', async () => {
  await renderApp({ path: '/admin/workloads', as: 'admin', answers: lists });
  await screen.findByRole('heading', { name: '实例' });
});

it('makes an operator with a generated password choose a new one first', async () => {
  const { username, role, language } = anAdminSession.user!;
  const session = {
    ...anAdminSession,
    user: { username, role, language, mustChangePassword: true, mustSetUpSecondFactor: false },
  };
  const { router } = await renderApp({
    path: '/admin/workloads',
    as: 'admin',
    answers: { ...lists, getAdminSession: session },
  });
  await screen.findByRole('heading', { name: '修改密码' });
  expect(router.state.location.pathname).toBe('/admin/password');
});

it('returns to the remembered page after signing in', async () => {
  const { router } = await renderApp({
    path: '/login?returnTo=%2Fworkloads%3Fstatus%3DRUNNING',
    as: 'visitor',
    answers: { ...lists, login: aUserSession },
  });
  await signIn();
  await waitFor(() => expect(router.state.location.pathname).toBe('/workloads'));
  expect(router.state.location.search).toBe('?status=RUNNING');
});

it("goes to the console's home page after signing in if the remembered page is on another site", async () => {
  const { router } = await renderApp({
    path: '/login?returnTo=%2F%2Fevil.example',
    as: 'visitor',
    answers: { ...lists, login: aUserSession },
  });
  await signIn();
  await waitFor(() => expect(router.state.location.pathname).toBe('/workloads'));
});

it('asks to sign in again when the session has ended', async () => {
  let session = aUserSession;
  const { router } = await renderApp({
    path: '/workloads',
    answers: {
      getSession: () => session,
      listWorkloads: () => {
        session = nobody;
        throw new ApiRefusal(401, { code: 'INVALID_JWT_TOKEN', requestId: '1' });
      },
    },
  });
  await screen.findByRole('dialog', { name: '登录已过期' });
  expect(router.state.location.pathname).toBe('/workloads');
});

it('skips the login page for a signed-in user', async () => {
  const { router } = await renderApp({
    path: '/admin/login',
    as: 'admin',
    answers: { getAdminSession: anAdminSession },
  });
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/overview'));
});

it('shows operators the menu at an unknown address', async () => {
  await renderApp({ path: '/admin/skus/nowhere', as: 'admin' });
  await screen.findByText('404 · 页面不存在');
  expect(screen.getByRole('navigation', { name: '管理菜单', hidden: true })).toBeInTheDocument();
});

it.each([
  ['/admin/skus/nowhere', '规格', '/admin/skus'],
  ['/admin/skus/edit/nowhere', '规格', '/admin/skus'],
  ['/admin/users/edit/nobody', '用户', '/admin/users'],
  ['/admin/workloads/nobody/box', '实例', '/admin/workloads'],
])('links from %s, which does not exist, to the list', async (path, name, href) => {
  await renderApp({ path, as: 'admin' });
  await screen.findByText('404 · 页面不存在');
  const main = screen.getByRole('main');
  expect(within(main).getByRole('link', { name: new RegExp(name) })).toHaveAttribute('href', href);
});

it('reports that the object on the page has been deleted', async () => {
  let isDeleted = false;
  const { client } = await renderApp({
    path: '/admin/users/edit/demo',
    as: 'admin',
    answers: {
      getUser: () => {
        if (isDeleted) throw new ApiRefusal(404, { code: 'RESOURCE_NOT_FOUND', requestId: 'r-1' });
        return aUser;
      },
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'demo' });
  isDeleted = true;
  await act(() => client.invalidateQueries({ queryKey: ['getUser'] }));
  expect(await screen.findByText('此页面的内容已被删除。')).toBeVisible();
  expect(screen.queryByText(/404/)).toBeNull();
});

async function signIn() {
  await userEvent.type(await screen.findByRole('textbox', { name: /用户名/ }), 'demo');
  await userEvent.type(screen.getByLabelText(/密码/, { selector: 'input' }), 'Passw0rd');
  await userEvent.click(screen.getByRole('button', { name: '登录' }));
}
