import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, Outlet, type RouteObject } from 'react-router-dom';
import { RouteErrorPage } from '../ui/errors/boundary.tsx';
import { ErrorPage, NotFoundPage } from '../ui/errors/error-pages.tsx';
import { LoadingPage } from '../ui/loading.tsx';
import { NavigationGuard } from '../ui/navigation-guard.tsx';
import { ADMIN_PASSWORD_PATH, ForVisitors, RequireAdmin, RequireUser } from './guard.tsx';
import { loadOperatorTexts } from '../i18n/i18n.ts';
import { layout, page } from './page-route.tsx';
import { pages, kinds, type PagePath } from './pages.ts';
import type { Area, ResourceKind } from '../features/catalogue/resource/resource-kind.ts';

const pagesAt = (...paths: readonly PagePath[]) => paths.map((path) => page(path, pages[path]));

const publicPages: RouteObject[] = [
  ...pagesAt('/', '/terms', '/support'),
  { path: '/403', element: <ErrorPage kind="forbidden" /> },
  { path: '*', element: <NotFoundPage /> },
];

const userPages = pagesAt(
  '/workloads',
  '/workloads/create',
  '/workloads/:name',
  '/billing',
  '/recharge',
  '/notices',
  '/profile',
);

const adminPages: RouteObject[] = [
  { path: '/admin', element: <Navigate replace to="/admin/overview" /> },
  ...pagesAt('/admin/overview', '/admin/users', '/admin/users/edit/:name', '/admin/audit'),
  ...pagesAt('/admin/workloads', '/admin/workloads/create', '/admin/workloads/:user/:name'),
  ...resourceRoutes('regions'),
  ...resourceRoutes('nodes', '/admin/nodes/:region/:name'),
  ...resourceRoutes('gpus'),
  ...resourceRoutes('skus'),
  ...resourceRoutes('vm-images'),
  ...resourceRoutes('pricing-policies'),
  ...pagesAt('/admin/invite-code', '/admin/billings', '/admin/gpu-reports', '/admin/jobs'),
  ...pagesAt('/admin/platform', '/admin/alarms'),
  { path: '/admin/*', element: <NotFoundPage /> },
];

async function loadAdminShell() {
  const [{ AdminShell }] = await Promise.all([import('./shell.tsx'), loadOperatorTexts()]);
  return AdminShell;
}

export const routes: RouteObject[] = [
  {
    element: (
      <>
        <NavigationGuard />
        <Outlet />
      </>
    ),
    errorElement: <RouteErrorPage />,
    hydrateFallbackElement: <LoadingPage />,
    children: [
      layout(async () => (await import('./public-shell.tsx')).PublicShell, publicPages),
      ...pagesAt('/test'),
      {
        element: <ForVisitors console="user" />,
        children: pagesAt('/login', '/forgot-password', '/register'),
      },
      { element: <ForVisitors console="admin" />, children: pagesAt('/admin/login') },
      {
        element: <RequireUser />,
        children: [layout(async () => (await import('./shell.tsx')).UserShell, userPages)],
      },
      {
        element: <RequireAdmin />,
        children: [...pagesAt(ADMIN_PASSWORD_PATH), layout(loadAdminShell, adminPages)],
      },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);

type KindPage = ComponentType<{ readonly kind: ResourceKind }>;

/** Returns the list, create, edit and details pages of a kind, each loaded on the first visit. */
function resourceRoutes(area: Area, details = `/admin/${area}/:name`): RouteObject[] {
  const pageOf = (path: string, loadPage: () => Promise<KindPage>) =>
    page(path, async () => {
      const [kind, Page] = await Promise.all([kinds[area](), loadPage()]);
      return () => <Page key={path} kind={kind} />;
    });
  const loadForms = () => import('../features/catalogue/resource/resource-form-page.tsx');
  return [
    pageOf(
      `/admin/${area}`,
      async () => (await import('../features/catalogue/resource/resource-list-page.tsx')).ResourceListPage,
    ),
    pageOf(`/admin/${area}/create`, async () => (await loadForms()).ResourceCreatePage),
    pageOf(`/admin/${area}/edit/:name`, async () => (await loadForms()).ResourceEditPage),
    pageOf(
      details,
      async () =>
        (await import('../features/catalogue/resource/resource-details-page.tsx')).ResourceDetailsPage,
    ),
  ];
}
