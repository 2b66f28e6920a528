import type { ReactElement } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { RouteErrorPage } from '../ui/errors/boundary.tsx';
import { ForbiddenPage, NotFoundPage } from '../ui/errors/error-pages.tsx';
import { LoadingPage } from '../ui/loading.tsx';
import { ADMIN_PASSWORD_PATH, ForVisitors, RequireAdmin, RequireUser } from './guard.tsx';
import { loadOperatorTexts } from '../i18n/i18n.ts';
import { resourceRoutes } from './resource-routes.tsx';
import { layout, page } from './page-route.tsx';

/** Pages behind a guard. */
function guarded(guard: ReactElement, children: RouteObject[]): RouteObject {
  return { element: guard, children };
}

const publicPages: RouteObject[] = [
  page('/', async () => (await import('../features/offers/home-page.tsx')).HomePage),
  page('/terms', async () => (await import('../features/support/terms-page.tsx')).TermsPage),
  page('/support', async () => (await import('../features/support/support-page.tsx')).SupportPage),
  { path: '/403', element: <ForbiddenPage /> },
  { path: '*', element: <NotFoundPage /> },
];

/** In the layout of the sign-in pages, for everybody. */
const sandboxPages: RouteObject[] = [
  page('/test', async () => (await import('../features/sandbox/test-page.tsx')).SandboxPage),
];

const userLoginPages: RouteObject[] = [
  page('/login', async () => (await import('../features/sign-in/login-page.tsx')).LoginPage),
  page(
    '/forgot-password',
    async () => (await import('../features/sign-in/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
  page('/register', async () => (await import('../features/sign-in/register-page.tsx')).RegisterPage),
];

const adminLoginPages: RouteObject[] = [
  page('/admin/login', async () => (await import('../features/sign-in/admin-login-page.tsx')).AdminLoginPage),
];

const adminPasswordPages: RouteObject[] = [
  page(
    ADMIN_PASSWORD_PATH,
    async () => (await import('../features/account/admin-password-page.tsx')).AdminPasswordPage,
  ),
];

const userPages: RouteObject[] = [
  page(
    '/workloads',
    async () => (await import('../features/workloads/list/workloads-page.tsx')).WorkloadsPage,
  ),
  page(
    '/workloads/create',
    async () => (await import('../features/workloads/order/create-workload-page.tsx')).CreateWorkloadPage,
  ),
  page(
    '/workloads/:name',
    async () => (await import('../features/workloads/details/workload-page.tsx')).WorkloadPage,
  ),
  page('/billing', async () => (await import('../features/billing/customer/billing-page.tsx')).BillingPage),
  page(
    '/recharge',
    async () => (await import('../features/billing/recharge/recharge-page.tsx')).RechargePage,
  ),
  page('/notices', async () => (await import('../features/notices/notices-page.tsx')).NoticesPage),
  page('/profile', async () => (await import('../features/account/profile-page.tsx')).ProfilePage),
];

const adminPages: RouteObject[] = [
  { path: '/admin', element: <Navigate replace to="/admin/overview" /> },
  page(
    '/admin/overview',
    async () => (await import('../features/overview/admin-overview-page.tsx')).OverviewPage,
  ),
  page('/admin/users', async () => (await import('../features/users/admin-users-page.tsx')).UsersPage),
  page(
    '/admin/users/edit/:name',
    async () => (await import('../features/users/admin-user-page.tsx')).UserPage,
  ),
  page('/admin/audit', async () => (await import('../features/audit/admin-audit-page.tsx')).AuditPage),
  page(
    '/admin/workloads',
    async () => (await import('../features/workloads/list/admin-workloads-page.tsx')).AllWorkloadsPage,
  ),
  page(
    '/admin/workloads/create',
    async () =>
      (await import('../features/workloads/order-for/admin-create-workload-page.tsx')).CreateAnyWorkloadPage,
  ),
  page(
    '/admin/workloads/:user/:name',
    async () => (await import('../features/workloads/details/admin-workload-page.tsx')).AnyWorkloadPage,
  ),
  ...resourceRoutes('regions', async () => (await import('../features/catalogue/kinds/regions.tsx')).regions),
  ...resourceRoutes(
    'nodes',
    async () => (await import('../features/catalogue/kinds/nodes.tsx')).nodes,
    '/admin/nodes/:region/:name',
  ),
  ...resourceRoutes('gpus', async () => (await import('../features/catalogue/kinds/gpus.tsx')).gpus),
  ...resourceRoutes('skus', async () => (await import('../features/catalogue/kinds/skus.tsx')).skus),
  ...resourceRoutes(
    'vm-images',
    async () => (await import('../features/catalogue/kinds/vm-images.tsx')).vmImages,
  ),
  ...resourceRoutes(
    'pricing-policies',
    async () => (await import('../features/catalogue/kinds/pricing-policies.tsx')).pricingPolicies,
  ),
  page(
    '/admin/invite-code',
    async () => (await import('../features/invite-codes/admin-invite-code-page.tsx')).InviteCodesPage,
  ),
  page(
    '/admin/billings',
    async () => (await import('../features/billing/operator/admin-billings-page.tsx')).BillingsPage,
  ),
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
