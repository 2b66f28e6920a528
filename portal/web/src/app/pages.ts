import type { ComponentType } from 'react';
import type { Area, ResourceKind } from '../features/catalogue/resource/resource-kind.ts';

/** The page at each path. Files are named after paths: `/admin/workloads/:user/:name` is `admin-workload-page.tsx`. */
export const pages = {
  '/': async () => (await import('../features/home/home-page.tsx')).HomePage,
  '/terms': async () => (await import('../features/support/terms-page.tsx')).TermsPage,
  '/support': async () => (await import('../features/support/support-page.tsx')).SupportPage,
  '/test': async () => (await import('../features/sandbox/test-page.tsx')).TestPage,
  '/login': async () => (await import('../features/sign-in/login-page.tsx')).LoginPage,
  '/forgot-password': async () =>
    (await import('../features/sign-in/forgot-password-page.tsx')).ForgotPasswordPage,
  '/register': async () => (await import('../features/sign-in/register-page.tsx')).RegisterPage,
  '/workloads': async () => (await import('../features/workloads/list/workloads-page.tsx')).WorkloadsPage,
  '/workloads/create': async () =>
    (await import('../features/workloads/order/create-workload-page.tsx')).CreateWorkloadPage,
  '/workloads/:name': async () =>
    (await import('../features/workloads/details/workload-page.tsx')).WorkloadPage,
  '/billing': async () => (await import('../features/billing/customer/billing-page.tsx')).BillingPage,
  '/recharge': async () => (await import('../features/billing/recharge/recharge-page.tsx')).RechargePage,
  '/notices': async () => (await import('../features/notices/notices-page.tsx')).NoticesPage,
  '/profile': async () => (await import('../features/account/profile-page.tsx')).ProfilePage,
  '/admin/login': async () => (await import('../features/sign-in/admin-login-page.tsx')).AdminLoginPage,
  '/admin/password': async () =>
    (await import('../features/account/admin-password-page.tsx')).AdminPasswordPage,
  '/admin/overview': async () =>
    (await import('../features/overview/admin-overview-page.tsx')).AdminOverviewPage,
  '/admin/users': async () => (await import('../features/users/admin-users-page.tsx')).AdminUsersPage,
  '/admin/users/edit/:name': async () =>
    (await import('../features/users/admin-user-page.tsx')).AdminUserPage,
  '/admin/audit': async () => (await import('../features/audit/admin-audit-page.tsx')).AdminAuditPage,
  '/admin/workloads': async () =>
    (await import('../features/workloads/list/admin-workloads-page.tsx')).AdminWorkloadsPage,
  '/admin/workloads/create': async () =>
    (await import('../features/workloads/order-for/admin-create-workload-page.tsx')).AdminCreateWorkloadPage,
  '/admin/workloads/:user/:name': async () =>
    (await import('../features/workloads/details/admin-workload-page.tsx')).AdminWorkloadPage,
  '/admin/invite-code': async () =>
    (await import('../features/invite-codes/admin-invite-code-page.tsx')).AdminInviteCodePage,
  '/admin/gpu-reports': async () =>
    (await import('../features/gpu-reports/admin-gpu-reports-page.tsx')).AdminGpuReportsPage,
  '/admin/jobs': async () => (await import('../features/jobs/admin-jobs-page.tsx')).AdminJobsPage,
  '/admin/alarms': async () => (await import('../features/alarms/admin-alarms-page.tsx')).AdminAlarmsPage,
  '/admin/platform': async () =>
    (await import('../features/platform/admin-platform-page.tsx')).AdminPlatformPage,
  '/admin/billings': async () =>
    (await import('../features/billing/operator/admin-billings-page.tsx')).AdminBillingsPage,
} as const satisfies Readonly<Record<`/${string}`, () => Promise<ComponentType>>>;

export type PagePath = keyof typeof pages;

/** Each kind of the catalogue by the last part of its path: `/admin/vm-images` is `vm-images.tsx`. */
export const kinds: Readonly<Record<Area, () => Promise<ResourceKind>>> = {
  regions: async () => (await import('../features/catalogue/kinds/regions.tsx')).regions,
  nodes: async () => (await import('../features/catalogue/kinds/nodes.tsx')).nodes,
  gpus: async () => (await import('../features/catalogue/kinds/gpus.tsx')).gpus,
  skus: async () => (await import('../features/catalogue/kinds/skus.tsx')).skus,
  'vm-images': async () => (await import('../features/catalogue/kinds/vm-images.tsx')).vmImages,
  'pricing-policies': async () =>
    (await import('../features/catalogue/kinds/pricing-policies.tsx')).pricingPolicies,
};
