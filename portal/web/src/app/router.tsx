import type { ReactElement } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { RouteErrorPage } from '../errors/boundary.tsx';
import { ForbiddenPage, NotFoundPage } from '../errors/error-pages.tsx';
import { LoadingPage } from '../ui/loading.tsx';
import { ADMIN_PASSWORD_PATH, ForVisitors, RequireAdmin, RequireUser } from './guard.tsx';
import { loadOperatorTexts } from '../i18n/i18n.ts';
import { resourceRoutes } from '../resources/resource-routes.tsx';
import { layout, page } from './page-route.tsx';

/** Pages behind a guard. */
function guarded(guard: ReactElement, children: RouteObject[]): RouteObject {
  return { element: guard, children };
}

const publicPages: RouteObject[] = [
  page('/', async () => (await import('../pages/home/home-page.tsx')).HomePage),
  page('/terms', async () => (await import('../pages/terms/terms-page.tsx')).TermsPage),
  page('/support', async () => (await import('../pages/support/support-page.tsx')).SupportPage),
  { path: '/403', element: <ForbiddenPage /> },
  { path: '*', element: <NotFoundPage /> },
];

/** In the layout of the sign-in pages, for everybody. */
const sandboxPages: RouteObject[] = [
  page('/test', async () => (await import('../pages/sandbox/sandbox-page.tsx')).SandboxPage),
];

const userLoginPages: RouteObject[] = [
  page('/login', async () => (await import('../pages/auth/login-page.tsx')).LoginPage),
  page(
    '/forgot-password',
    async () => (await import('../pages/auth/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
  page('/register', async () => (await import('../pages/auth/register-page.tsx')).RegisterPage),
];

const adminLoginPages: RouteObject[] = [
  page('/admin/login', async () => (await import('../pages/auth/admin-login-page.tsx')).AdminLoginPage),
];

const adminPasswordPages: RouteObject[] = [
  page(
    ADMIN_PASSWORD_PATH,
    async () => (await import('../pages/auth/admin-password-page.tsx')).AdminPasswordPage,
  ),
];

const userPages: RouteObject[] = [
  page('/workloads', async () => (await import('../pages/workloads/workloads-page.tsx')).WorkloadsPage),
  page(
    '/workloads/create',
    async () => (await import('../pages/workloads/create/create-workload-page.tsx')).CreateWorkloadPage,
  ),
  page(
    '/workloads/:name',
    async () => (await import('../pages/workloads/details/workload-page.tsx')).WorkloadPage,
  ),
  page('/billing', async () => (await import('../pages/billing/billing-page.tsx')).BillingPage),
  page('/recharge', async () => (await import('../pages/recharge/recharge-page.tsx')).RechargePage),
  page('/notices', async () => (await import('../pages/notices/notices-page.tsx')).NoticesPage),
  page('/profile', async () => (await import('../pages/profile/profile-page.tsx')).ProfilePage),
];

const adminPages: RouteObject[] = [
  { path: '/admin', element: <Navigate replace to="/admin/overview" /> },
  page('/admin/overview', async () => (await import('../pages/admin/overview-page.tsx')).OverviewPage),
  page('/admin/users', async () => (await import('../pages/admin/users-page.tsx')).UsersPage),
  page('/admin/users/edit/:name', async () => (await import('../pages/admin/user-page.tsx')).UserPage),
  page('/admin/audit', async () => (await import('../pages/admin/audit-page.tsx')).AuditPage),
  page('/admin/workloads', async () => (await import('../pages/admin/workloads-page.tsx')).AllWorkloadsPage),
  page(
    '/admin/workloads/create',
    async () => (await import('../pages/admin/order-for/create-any-workload-page.tsx')).CreateAnyWorkloadPage,
  ),
  page(
    '/admin/workloads/:user/:name',
    async () => (await import('../pages/admin/any-workload-page.tsx')).AnyWorkloadPage,
  ),
  ...resourceRoutes('regions', async () => (await import('../pages/admin/catalogue/regions.tsx')).regions),
  ...resourceRoutes(
    'nodes',
    async () => (await import('../pages/admin/catalogue/nodes.tsx')).nodes,
    '/admin/nodes/:region/:name',
  ),
  ...resourceRoutes('gpus', async () => (await import('../pages/admin/catalogue/gpus.tsx')).gpus),
  ...resourceRoutes('skus', async () => (await import('../pages/admin/catalogue/skus.tsx')).skus),
  ...resourceRoutes(
    'vm-images',
    async () => (await import('../pages/admin/catalogue/vm-images.tsx')).vmImages,
  ),
  ...resourceRoutes(
    'pricing-policies',
    async () => (await import('../pages/admin/catalogue/pricing-policies.tsx')).pricingPolicies,
  ),
  page(
    '/admin/invite-code',
    async () => (await import('../pages/admin/invite-codes-page.tsx')).InviteCodesPage,
  ),
  page('/admin/billings', async () => (await import('../pages/admin/billings-page.tsx')).BillingsPage),
  { path: '/admin/*', element: <NotFoundPage /> },
];

async function loadAdminShell() {
  const [{ AdminShell }] = await Promise.all([import('./shell.tsx'), loadOperatorTexts()]);
  return AdminShell;
}

/** All routes. */
export const routes: RouteObject[] = [
  {
    errorElement: <RouteErrorPage />,
    hydrateFallbackElement: <LoadingPage />,
    children: [
      layout(async () => (await import('./public-shell.tsx')).PublicShell, publicPages),
      ...sandboxPages,
      guarded(<ForVisitors console="user" />, userLoginPages),
      guarded(<ForVisitors console="admin" />, adminLoginPages),
      guarded(<RequireUser />, [layout(async () => (await import('./shell.tsx')).UserShell, userPages)]),
      guarded(<RequireAdmin />, adminPasswordPages),
      guarded(<RequireAdmin />, [layout(loadAdminShell, adminPages)]),
    ],
  },
];

/** The router of the browser. */
export function createRouter() {
  return createBrowserRouter(routes);
}
