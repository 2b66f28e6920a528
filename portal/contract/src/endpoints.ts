/**
 * Every operation of the API: where it is and who may call it. Free of zod, so that the web client can call without
 * loading the schemas; those are in `routes.ts` under the same operation ids.
 */
import { catalogueEndpoints, statusEndpoint } from './catalogue-kind.ts';
import type { Console } from './enums.ts';

export const API_PREFIX = '/api/v1';

/** Rows of a list are counted no further: a `total` above it says that there are more than so many. */
export const MOST_COUNTED = 10_000;

/** Letters that an operator's reason may have. */
export const LONGEST_REASON = 200;

/** Sent with `1` when a person is active; other reads do not keep a session from ending for lack of activity. */
export const ACTIVITY_HEADER = 'X-GPULease-Activity';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * How a route makes sure that the caller may touch the object: `none` has no object of anybody, `self` acts on the
 * caller's own account, `owner` looks the object up among the caller's own (404 otherwise), `any` may touch everybody's.
 */
export type Ownership = 'none' | 'self' | 'owner' | 'any';

export interface Endpoint {
  readonly method: Method;
  /** Below `/api/v1`, with `:name` parameters. */
  readonly path: string;
  readonly console: Console;
  readonly ownership: Ownership;
  /** Needs an `Idempotency-Key` header. */
  readonly idempotent?: 'required';
  /** Needs an `If-Match` header with the object's etag. */
  readonly ifMatch?: 'required';
  /**
   * `list` answers pages, and CSV of the whole filtered set; `stream` answers Server-Sent Events; `socket` is a
   * WebSocket, for pages of this origin only.
   */
  readonly kind?: 'list' | 'stream' | 'socket' | 'redirect';
  /** Exists only in the sandbox. */
  readonly sandbox?: true;
}

export const endpoints = {
  getConfig: { method: 'GET', path: '/config', console: 'public', ownership: 'none' },

  listCatalogRegions: {
    method: 'GET',
    path: '/catalog/regions',
    console: 'public',
    ownership: 'none',
    kind: 'list',
  },
  listCatalogGpus: {
    method: 'GET',
    path: '/catalog/gpus',
    console: 'public',
    ownership: 'none',
    kind: 'list',
  },
  listCatalogSkus: {
    method: 'GET',
    path: '/catalog/skus',
    console: 'public',
    ownership: 'none',
    kind: 'list',
  },
  listCatalogImages: {
    method: 'GET',
    path: '/catalog/images',
    console: 'public',
    ownership: 'none',
    kind: 'list',
  },
  listCatalogPricingPolicies: {
    method: 'GET',
    path: '/catalog/pricing-policies',
    console: 'public',
    ownership: 'none',
    kind: 'list',
  },

  register: { method: 'POST', path: '/auth/register', console: 'public', ownership: 'none' },
  login: { method: 'POST', path: '/auth/login', console: 'public', ownership: 'none' },
  loginByPhone: { method: 'POST', path: '/auth/login/phone', console: 'public', ownership: 'none' },
  finishLogin: { method: 'POST', path: '/auth/login/second-factor', console: 'public', ownership: 'none' },
  logout: { method: 'POST', path: '/auth/logout', console: 'public', ownership: 'self' },
  getSession: { method: 'GET', path: '/auth/session', console: 'public', ownership: 'self' },
  getCaptcha: { method: 'GET', path: '/auth/captcha', console: 'public', ownership: 'none' },
  sendSmsCode: { method: 'POST', path: '/auth/sms-codes', console: 'public', ownership: 'none' },
  sendResetEmailCode: { method: 'POST', path: '/auth/email-codes', console: 'public', ownership: 'none' },
  listWaysInByPhone: {
    method: 'POST',
    path: '/auth/password-reset/phone/ways-in',
    console: 'public',
    ownership: 'none',
  },
  listWaysInByEmail: {
    method: 'POST',
    path: '/auth/password-reset/email/ways-in',
    console: 'public',
    ownership: 'none',
  },
  resetPasswordByPhone: {
    method: 'POST',
    path: '/auth/password-reset/phone',
    console: 'public',
    ownership: 'none',
  },
  resetPasswordByEmail: {
    method: 'POST',
    path: '/auth/password-reset/email',
    console: 'public',
    ownership: 'none',
  },
  adminLogin: { method: 'POST', path: '/admin/auth/login', console: 'public', ownership: 'none' },
  finishAdminLogin: {
    method: 'POST',
    path: '/admin/auth/login/second-factor',
    console: 'public',
    ownership: 'none',
  },
  adminLogout: { method: 'POST', path: '/admin/auth/logout', console: 'public', ownership: 'self' },
  getAdminSession: { method: 'GET', path: '/admin/auth/session', console: 'public', ownership: 'self' },

  startOidc: {
    method: 'GET',
    path: '/auth/oidc/start',
    console: 'public',
    ownership: 'none',
    kind: 'redirect',
  },
  finishOidc: {
    method: 'GET',
    path: '/auth/oidc/callback',
    console: 'public',
    ownership: 'none',
    kind: 'redirect',
  },
  startAdminOidc: {
    method: 'GET',
    path: '/admin/auth/oidc/start',
    console: 'public',
    ownership: 'none',
    kind: 'redirect',
  },
  finishAdminOidc: {
    method: 'GET',
    path: '/admin/auth/oidc/callback',
    console: 'public',
    ownership: 'none',
    kind: 'redirect',
  },
  getOidcLink: { method: 'GET', path: '/me/oidc', console: 'user', ownership: 'self' },
  linkOidc: { method: 'POST', path: '/me/oidc', console: 'user', ownership: 'self' },
  unlinkOidc: { method: 'DELETE', path: '/me/oidc', console: 'user', ownership: 'self' },
  getAdminOidcLink: { method: 'GET', path: '/admin/me/oidc', console: 'admin', ownership: 'self' },
  linkAdminOidc: { method: 'POST', path: '/admin/me/oidc', console: 'admin', ownership: 'self' },
  unlinkAdminOidc: { method: 'DELETE', path: '/admin/me/oidc', console: 'admin', ownership: 'self' },

  getMe: { method: 'GET', path: '/me', console: 'user', ownership: 'self' },
  updateMe: { method: 'PATCH', path: '/me', console: 'user', ownership: 'self' },
  changePassword: { method: 'POST', path: '/me/password', console: 'user', ownership: 'self' },
  changePhone: { method: 'POST', path: '/me/phone', console: 'user', ownership: 'self' },
  sendEmailCode: { method: 'POST', path: '/me/email-codes', console: 'user', ownership: 'self' },
  changeEmail: { method: 'POST', path: '/me/email', console: 'user', ownership: 'self' },
  listSessions: { method: 'GET', path: '/me/sessions', console: 'user', ownership: 'self', kind: 'list' },
  endSession: { method: 'DELETE', path: '/me/sessions/:id', console: 'user', ownership: 'owner' },
  endOtherSessions: { method: 'DELETE', path: '/me/sessions', console: 'user', ownership: 'self' },
  getBalance: { method: 'GET', path: '/me/balance', console: 'user', ownership: 'self' },
  getQuotas: { method: 'GET', path: '/me/quotas', console: 'user', ownership: 'self' },
  listSshKeys: { method: 'GET', path: '/me/ssh-keys', console: 'user', ownership: 'self', kind: 'list' },
  createSshKey: { method: 'POST', path: '/me/ssh-keys', console: 'user', ownership: 'self' },
  deleteSshKey: { method: 'DELETE', path: '/me/ssh-keys/:name', console: 'user', ownership: 'owner' },
  listApiTokens: { method: 'GET', path: '/me/api-tokens', console: 'user', ownership: 'self', kind: 'list' },
  createApiToken: { method: 'POST', path: '/me/api-tokens', console: 'user', ownership: 'self' },
  getSecondFactor: { method: 'GET', path: '/me/second-factor', console: 'user', ownership: 'self' },
  startSecondFactor: { method: 'POST', path: '/me/second-factor', console: 'user', ownership: 'self' },
  confirmSecondFactor: {
    method: 'POST',
    path: '/me/second-factor/confirm',
    console: 'user',
    ownership: 'self',
  },
  disableSecondFactor: {
    method: 'POST',
    path: '/me/second-factor/disable',
    console: 'user',
    ownership: 'self',
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/me/second-factor/recovery-codes',
    console: 'user',
    ownership: 'self',
  },
  getAdminSecondFactor: {
    method: 'GET',
    path: '/admin/me/second-factor',
    console: 'admin',
    ownership: 'self',
  },
  startAdminSecondFactor: {
    method: 'POST',
    path: '/admin/me/second-factor',
    console: 'admin',
    ownership: 'self',
  },
  confirmAdminSecondFactor: {
    method: 'POST',
    path: '/admin/me/second-factor/confirm',
    console: 'admin',
    ownership: 'self',
  },
  disableAdminSecondFactor: {
    method: 'POST',
    path: '/admin/me/second-factor/disable',
    console: 'admin',
    ownership: 'self',
  },
  renewAdminRecoveryCodes: {
    method: 'POST',
    path: '/admin/me/second-factor/recovery-codes',
    console: 'admin',
    ownership: 'self',
  },
  deleteApiToken: { method: 'DELETE', path: '/me/api-tokens/:name', console: 'user', ownership: 'owner' },

  listNotices: { method: 'GET', path: '/me/notices', console: 'user', ownership: 'self', kind: 'list' },
  readNotice: { method: 'POST', path: '/me/notices/:id/read', console: 'user', ownership: 'owner' },
  readNotices: { method: 'POST', path: '/me/notices/read', console: 'user', ownership: 'self' },
  listStockAlerts: {
    method: 'GET',
    path: '/me/stock-alerts',
    console: 'user',
    ownership: 'self',
    kind: 'list',
  },
  createStockAlert: { method: 'POST', path: '/me/stock-alerts', console: 'user', ownership: 'self' },
  deleteStockAlert: { method: 'DELETE', path: '/me/stock-alerts/:id', console: 'user', ownership: 'owner' },

  createQuote: { method: 'POST', path: '/quotes', console: 'user', ownership: 'self' },
  listWorkloads: { method: 'GET', path: '/workloads', console: 'user', ownership: 'owner', kind: 'list' },
  createWorkload: {
    method: 'POST',
    path: '/workloads',
    console: 'user',
    ownership: 'self',
    idempotent: 'required',
  },
  getWorkload: { method: 'GET', path: '/workloads/:name', console: 'user', ownership: 'owner' },
  updateWorkload: {
    method: 'PATCH',
    path: '/workloads/:name',
    console: 'user',
    ownership: 'owner',
    ifMatch: 'required',
  },
  startWorkload: {
    method: 'POST',
    path: '/workloads/:name/start',
    console: 'user',
    ownership: 'owner',
    idempotent: 'required',
  },
  stopWorkload: { method: 'POST', path: '/workloads/:name/stop', console: 'user', ownership: 'owner' },
  restartWorkload: { method: 'POST', path: '/workloads/:name/restart', console: 'user', ownership: 'owner' },
  destroyWorkload: { method: 'POST', path: '/workloads/:name/destroy', console: 'user', ownership: 'owner' },
  listWorkloadEvents: {
    method: 'GET',
    path: '/workloads/:name/events',
    console: 'user',
    ownership: 'owner',
    kind: 'list',
  },
  createConsoleTicket: {
    method: 'POST',
    path: '/workloads/:name/console-tickets',
    console: 'user',
    ownership: 'owner',
  },
  openConsole: {
    method: 'GET',
    path: '/workloads/:name/console',
    console: 'user',
    ownership: 'owner',
    kind: 'socket',
  },
  openVnc: {
    method: 'GET',
    path: '/workloads/:name/vnc',
    console: 'user',
    ownership: 'owner',
    kind: 'socket',
  },

  listBillingRecords: {
    method: 'GET',
    path: '/billing/records',
    console: 'user',
    ownership: 'owner',
    kind: 'list',
  },
  listUsage: { method: 'GET', path: '/billing/usage', console: 'user', ownership: 'owner', kind: 'list' },
  getBillingSummary: { method: 'GET', path: '/billing/summary', console: 'user', ownership: 'self' },
  listRecharges: { method: 'GET', path: '/recharges', console: 'user', ownership: 'owner', kind: 'list' },
  createRecharge: {
    method: 'POST',
    path: '/recharges',
    console: 'user',
    ownership: 'self',
    idempotent: 'required',
  },
  getRecharge: { method: 'GET', path: '/recharges/:id', console: 'user', ownership: 'owner' },
  checkRecharge: { method: 'POST', path: '/recharges/:id/check', console: 'user', ownership: 'owner' },
  closeRecharge: { method: 'POST', path: '/recharges/:id/close', console: 'user', ownership: 'owner' },

  streamEvents: { method: 'GET', path: '/events', console: 'user', ownership: 'owner', kind: 'stream' },
  streamAdminEvents: {
    method: 'GET',
    path: '/admin/events',
    console: 'admin',
    ownership: 'any',
    kind: 'stream',
  },

  changeAdminPassword: { method: 'POST', path: '/admin/me/password', console: 'admin', ownership: 'self' },

  getOverview: { method: 'GET', path: '/admin/overview', console: 'admin', ownership: 'any' },
  listUsers: { method: 'GET', path: '/admin/users', console: 'admin', ownership: 'any', kind: 'list' },
  getUser: { method: 'GET', path: '/admin/users/:username', console: 'admin', ownership: 'any' },
  createAdmin: { method: 'POST', path: '/admin/users', console: 'admin', ownership: 'any' },
  updateUser: { method: 'PATCH', path: '/admin/users/:username', console: 'admin', ownership: 'any' },
  getUserQuotas: { method: 'GET', path: '/admin/users/:username/quotas', console: 'admin', ownership: 'any' },
  updateUserQuotas: {
    method: 'PUT',
    path: '/admin/users/:username/quotas',
    console: 'admin',
    ownership: 'any',
    ifMatch: 'required',
  },
  listAuditEntries: { method: 'GET', path: '/admin/audit', console: 'admin', ownership: 'any', kind: 'list' },
  listSignInRefusals: {
    method: 'GET',
    path: '/admin/sign-in-refusals',
    console: 'admin',
    ownership: 'any',
    kind: 'list',
  },
  listUserSessions: {
    method: 'GET',
    path: '/admin/users/:username/sessions',
    console: 'admin',
    ownership: 'any',
    kind: 'list',
  },
  revokeUserSessions: {
    method: 'POST',
    path: '/admin/users/:username/sessions/revoke',
    console: 'admin',
    ownership: 'any',
  },
  listUserApiTokens: {
    method: 'GET',
    path: '/admin/users/:username/api-tokens',
    console: 'admin',
    ownership: 'any',
    kind: 'list',
  },
  revokeUserApiTokens: {
    method: 'POST',
    path: '/admin/users/:username/api-tokens/revoke',
    console: 'admin',
    ownership: 'any',
  },
  removeUserSecondFactor: {
    method: 'POST',
    path: '/admin/users/:username/second-factor/remove',
    console: 'admin',
    ownership: 'any',
  },
  setUserStatus: { method: 'PUT', path: '/admin/users/:username/status', console: 'admin', ownership: 'any' },
  listInviteCodes: {
    method: 'GET',
    path: '/admin/invite-codes',
    console: 'admin',
    ownership: 'any',
    kind: 'list',
  },
  createInviteCodes: { method: 'POST', path: '/admin/invite-codes', console: 'admin', ownership: 'any' },
  revokeInviteCode: {
    method: 'POST',
    path: '/admin/invite-codes/:code/revoke',
    console: 'admin',
    ownership: 'any',
  },
  listBillings: { method: 'GET', path: '/admin/billings', console: 'admin', ownership: 'any', kind: 'list' },
  getBillingTotals: { method: 'GET', path: '/admin/billings/totals', console: 'admin', ownership: 'any' },
  createAdjustment: {
    method: 'POST',
    path: '/admin/users/:username/adjustments',
    console: 'admin',
    ownership: 'any',
    idempotent: 'required',
  },
  createRefund: {
    method: 'POST',
    path: '/admin/users/:username/refunds',
    console: 'admin',
    ownership: 'any',
    idempotent: 'required',
  },
  listRefunds: { method: 'GET', path: '/admin/refunds', console: 'admin', ownership: 'any', kind: 'list' },
  decideRefund: {
    method: 'POST',
    path: '/admin/refunds/:id/decision',
    console: 'admin',
    ownership: 'any',
    idempotent: 'required',
  },
  listReceivables: {
    method: 'GET',
    path: '/admin/receivables',
    console: 'admin',
    ownership: 'any',
    kind: 'list',
  },
  writeOffReceivable: {
    method: 'POST',
    path: '/admin/receivables/:id/write-off',
    console: 'admin',
    ownership: 'any',
    idempotent: 'required',
  },
  listAllRecharges: {
    method: 'GET',
    path: '/admin/recharges',
    console: 'admin',
    ownership: 'any',
    kind: 'list',
  },
  decideRecharge: {
    method: 'POST',
    path: '/admin/recharges/:id/decision',
    console: 'admin',
    ownership: 'any',
    idempotent: 'required',
  },
  getApprovalLimit: { method: 'GET', path: '/admin/approvals/limit', console: 'admin', ownership: 'any' },
  listApprovals: {
    method: 'GET',
    path: '/admin/approvals',
    console: 'admin',
    ownership: 'any',
    kind: 'list',
  },
  decideApproval: {
    method: 'POST',
    path: '/admin/approvals/:id/decision',
    console: 'admin',
    ownership: 'any',
    idempotent: 'required',
  },
  listReconciliations: {
    method: 'GET',
    path: '/admin/reconciliations',
    console: 'admin',
    ownership: 'any',
    kind: 'list',
  },
  ...catalogueEndpoints({ one: 'Region', many: 'Regions', path: '/admin/regions' }),
  ...statusEndpoint({ one: 'Region', path: '/admin/regions' }),
  ...catalogueEndpoints({ one: 'Node', many: 'Nodes', path: '/admin/nodes' }),
  ...statusEndpoint({ one: 'Node', path: '/admin/nodes' }),
  listClusterNodes: {
    method: 'GET',
    path: '/admin/cluster-nodes',
    console: 'admin',
    ownership: 'any',
    kind: 'list',
  },
  ...catalogueEndpoints({ one: 'Gpu', many: 'Gpus', path: '/admin/gpus' }),
  ...catalogueEndpoints({ one: 'Sku', many: 'Skus', path: '/admin/skus' }),
  ...statusEndpoint({ one: 'Sku', path: '/admin/skus' }),
  ...catalogueEndpoints({ one: 'VmImage', many: 'VmImages', path: '/admin/vm-images' }),
  ...statusEndpoint({ one: 'VmImage', path: '/admin/vm-images' }),
  ...catalogueEndpoints({ one: 'PricingPolicy', many: 'PricingPolicies', path: '/admin/pricing-policies' }),
  listAllWorkloads: {
    method: 'GET',
    path: '/admin/workloads',
    console: 'admin',
    ownership: 'any',
    kind: 'list',
  },
  createAnyQuote: {
    method: 'POST',
    path: '/admin/workloads/:user/quotes',
    console: 'admin',
    ownership: 'any',
  },
  createAnyWorkload: {
    method: 'POST',
    path: '/admin/workloads/:user',
    console: 'admin',
    ownership: 'any',
    idempotent: 'required',
  },
  getAnyWorkload: { method: 'GET', path: '/admin/workloads/:user/:name', console: 'admin', ownership: 'any' },
  listAnyWorkloadEvents: {
    method: 'GET',
    path: '/admin/workloads/:user/:name/events',
    console: 'admin',
    ownership: 'any',
    kind: 'list',
  },
  startAnyWorkload: {
    method: 'POST',
    path: '/admin/workloads/:user/:name/start',
    console: 'admin',
    ownership: 'any',
    idempotent: 'required',
  },
  stopAnyWorkload: {
    method: 'POST',
    path: '/admin/workloads/:user/:name/stop',
    console: 'admin',
    ownership: 'any',
  },
  restartAnyWorkload: {
    method: 'POST',
    path: '/admin/workloads/:user/:name/restart',
    console: 'admin',
    ownership: 'any',
  },
  destroyAnyWorkload: {
    method: 'POST',
    path: '/admin/workloads/:user/:name/destroy',
    console: 'admin',
    ownership: 'any',
  },
  scheduleWorkload: {
    method: 'POST',
    path: '/admin/workloads/:user/:name/schedule',
    console: 'admin',
    ownership: 'any',
    ifMatch: 'required',
  },
  getWorkloadInspection: {
    method: 'GET',
    path: '/admin/workloads/:user/:name/inspection',
    console: 'admin',
    ownership: 'any',
  },
  getWorkloadPlan: {
    method: 'GET',
    path: '/admin/workloads/:user/:name/plan',
    console: 'admin',
    ownership: 'any',
  },
  createAnyConsoleTicket: {
    method: 'POST',
    path: '/admin/workloads/:user/:name/console-tickets',
    console: 'admin',
    ownership: 'any',
  },
  openAnyConsole: {
    method: 'GET',
    path: '/admin/workloads/:user/:name/console',
    console: 'admin',
    ownership: 'any',
    kind: 'socket',
  },
  openAnyVnc: {
    method: 'GET',
    path: '/admin/workloads/:user/:name/vnc',
    console: 'admin',
    ownership: 'any',
    kind: 'socket',
  },

  listSandboxMessages: {
    method: 'GET',
    path: '/sandbox/messages',
    console: 'public',
    ownership: 'none',
    kind: 'list',
    sandbox: true,
  },
  paySandboxPayment: {
    method: 'POST',
    path: '/sandbox/payments/:id/pay',
    console: 'public',
    ownership: 'none',
    sandbox: true,
  },
} as const satisfies Record<string, Endpoint>;

export type OperationId = keyof typeof endpoints;
export const operationIds = Object.keys(endpoints) as OperationId[];

/** The path of an operation with its parameters filled in and escaped, prefix included. */
export function pathOf(operation: OperationId, params: Readonly<Record<string, string>> = {}): string {
  return (
    API_PREFIX +
    endpoints[operation].path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  );
}
