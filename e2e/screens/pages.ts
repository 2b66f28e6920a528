/** The pages of the product that the docs show, by who sees them. */
export interface Pages {
  readonly signInAt?: string;
  /** Path by the name of its picture. */
  readonly paths: Readonly<Record<string, string>>;
}

const machine = 'inference';

export const pages: Readonly<Record<'everybody' | 'user' | 'admin', Pages>> = {
  everybody: {
    paths: {
      home: '/',
      login: '/login',
      register: '/register',
      'forgot-password': '/forgot-password',
      'admin-login': '/admin/login',
      sandbox: '/test',
      terms: '/terms',
      forbidden: '/403',
      'not-found': '/404',
    },
  },
  user: {
    signInAt: '/login',
    paths: {
      workloads: '/workloads',
      workload: `/workloads/${machine}`,
      order: '/workloads/create',
      billing: '/billing',
      usage: '/billing?tab=usage',
      recharge: '/recharge',
      notices: '/notices',
      profile: '/profile',
      'profile-sessions': '/profile?tab=sessions',
      'profile-ssh-keys': '/profile?tab=ssh-keys',
      'profile-api-tokens': '/profile?tab=api-tokens',
    },
  },
  admin: {
    signInAt: '/admin/login',
    paths: {
      'admin-overview': '/admin/overview',
      'admin-users': '/admin/users',
      'admin-user': '/admin/users/edit/demo',
      'admin-workloads': '/admin/workloads',
      'admin-workload': `/admin/workloads/demo/${machine}`,
      'admin-regions': '/admin/regions',
      'admin-region-create': '/admin/regions/create',
      'admin-nodes': '/admin/nodes',
      'admin-node': '/admin/nodes/cn-north-1/gpu-4090-01',
      'admin-node-create': '/admin/nodes/create',
      'admin-gpus': '/admin/gpus',
      'admin-skus': '/admin/skus',
      'admin-sku-edit': '/admin/skus/edit/rtx-4090-1',
      'admin-vm-images': '/admin/vm-images',
      'admin-pricing-policies': '/admin/pricing-policies',
      'admin-invite-codes': '/admin/invite-code',
      'admin-billings': '/admin/billings',
      'admin-audit': '/admin/audit',
    },
  },
};
