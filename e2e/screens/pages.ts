/** The pages of the product that the docs show, by audience. */
export interface Pages {
  readonly signInAt?: string;
  /** Paths by the names of their pictures. */
  readonly paths: Readonly<Record<string, string>>;
}

/** The demo's machine in the pictures. */
export const shownMachine = 'inference';

/** Returns list, details and forms of a kind of the catalogue; `name` is one of the demo's objects. */
function kindPages(
  kind: string,
  name: string,
  { plural = `${kind}s`, details = name } = {},
): Record<string, string> {
  const list = `/admin/${plural}`;
  return {
    [`admin-${plural}`]: list,
    [`admin-${kind}`]: `${list}/${details}`,
    [`admin-${kind}-create`]: `${list}/create`,
    [`admin-${kind}-edit`]: `${list}/edit/${name}`,
  };
}

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
      'own-home': '/',
      workloads: '/workloads',
      workload: `/workloads/${shownMachine}`,
      'workload-monitoring': `/workloads/${shownMachine}?tab=monitoring`,
      'workload-network': `/workloads/${shownMachine}?tab=network`,
      'workload-events': `/workloads/${shownMachine}?tab=events`,
      'workload-billing': `/workloads/${shownMachine}?tab=billing`,
      order: '/workloads/create',
      billing: '/billing',
      usage: '/billing?tab=usage',
      recharges: '/billing?tab=recharges',
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
      'admin-workload-create': '/admin/workloads/create',
      'admin-workload': `/admin/workloads/demo/${shownMachine}`,
      'admin-workload-inspection': `/admin/workloads/demo/${shownMachine}?tab=inspection`,
      'admin-workload-yaml': `/admin/workloads/demo/${shownMachine}?tab=yaml`,
      'admin-workload-failed': '/admin/workloads/chen-jie/vit-pretrain',
      ...kindPages('region', 'cn-east-1'),
      ...kindPages('node', 'gpu-4090-01', { details: 'cn-north-1/gpu-4090-01' }),
      ...kindPages('gpu', 'rtx-4090'),
      ...kindPages('sku', 'rtx-4090-1'),
      ...kindPages('vm-image', 'ubuntu-24.04'),
      ...kindPages('pricing-policy', 'rtx-4090-1-hour', { plural: 'pricing-policies' }),
      'admin-invite-codes': '/admin/invite-code',
      'admin-billings': '/admin/billings',
      'admin-recharges': '/admin/billings?tab=recharges',
      'admin-quarantine': '/admin/billings?tab=quarantine',
      'admin-refunds': '/admin/billings?tab=refunds',
      'admin-receivables': '/admin/billings?tab=receivables',
      'admin-approvals': '/admin/billings?tab=approvals',
      'admin-reconciliation': '/admin/billings?tab=bills',
      'admin-gpu-reports': '/admin/gpu-reports',
      'admin-jobs': '/admin/jobs',
      'admin-platform': '/admin/platform',
      'admin-alarms': '/admin/alarms',
      'admin-audit': '/admin/audit',
    },
  },
};
