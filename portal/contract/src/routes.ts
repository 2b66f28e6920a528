/** The schemas of every operation, joined with where it is (`endpoints.ts`). */
import type * as z from 'zod';
import * as admin from './admin.ts';
import * as auth from './auth.ts';
import * as billing from './billing.ts';
import * as catalog from './catalog.ts';
import * as editing from './catalogue-editing.ts';
import { catalogueSchemas, statusSchemas } from './catalogue-schemas.ts';
import { listOf, noContent } from './common.ts';
import { config } from './config.ts';
import { endpoints, type Endpoint, type OperationId } from './endpoints.ts';
import { liveEvent } from './live.ts';
import * as me from './me.ts';
import * as quotas from './quotas.ts';
import * as sandbox from './sandbox.ts';
import * as operated from './operated-workloads.ts';
import * as workloads from './workloads.ts';

interface Schemas {
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly response: z.ZodType;
  /** Status of success: 200, 201 for a creation, 202 where the work goes on, 204 for an empty answer. */
  readonly status?: 201 | 202 | 204;
}

export type Route = Endpoint & Schemas & { readonly operationId: OperationId };

const schemas = {
  getConfig: { response: config },

  listCatalogRegions: { query: catalog.regionQuery, response: listOf(catalog.region) },
  listCatalogGpus: { query: catalog.gpuQuery, response: listOf(catalog.gpu) },
  listCatalogSkus: { query: catalog.skuQuery, response: listOf(catalog.sku) },
  listCatalogImages: { query: catalog.imageQuery, response: listOf(catalog.image) },
  listCatalogPricingPolicies: { query: catalog.pricingPolicyQuery, response: listOf(catalog.pricingPolicy) },

  register: { body: auth.registration, response: auth.registered, status: 201 },
  login: { body: auth.credentials, response: auth.signInAnswer },
  loginByPhone: { body: auth.phoneCredentials, response: auth.signInAnswer },
  finishLogin: { body: auth.secondFactorProof, response: auth.session },
  logout: { response: noContent, status: 204 },
  getSession: { response: auth.session },
  getCaptcha: { response: auth.captchaChallenge },
  sendSmsCode: { body: auth.smsCodeRequest, response: auth.codeSent, status: 202 },
  sendResetEmailCode: { body: auth.resetEmailCodeRequest, response: auth.codeSent, status: 202 },
  listWaysInByPhone: { body: auth.waysInByPhone, response: auth.waysIn },
  listWaysInByEmail: { body: auth.waysInByEmail, response: auth.waysIn },
  resetPasswordByPhone: { body: auth.passwordResetByPhone, response: noContent, status: 204 },
  resetPasswordByEmail: { body: auth.passwordResetByEmail, response: noContent, status: 204 },
  adminLogin: { body: auth.credentials, response: auth.signInAnswer },
  finishAdminLogin: { body: auth.secondFactorProof, response: auth.session },
  adminLogout: { response: noContent, status: 204 },
  getAdminSession: { response: auth.session },

  startOidc: { query: auth.oidcStart, response: auth.redirect },
  finishOidc: { query: auth.oidcCallback, response: auth.redirect },
  startAdminOidc: { query: auth.oidcStart, response: auth.redirect },
  finishAdminOidc: { query: auth.oidcCallback, response: auth.redirect },
  getOidcLink: { response: auth.oidcLink },
  linkOidc: { body: auth.oidcLinking, response: auth.redirect },
  unlinkOidc: { response: noContent, status: 204 },
  getAdminOidcLink: { response: auth.oidcLink },
  linkAdminOidc: { body: auth.oidcLinking, response: auth.redirect },
  unlinkAdminOidc: { response: noContent, status: 204 },

  getMe: { response: me.me },
  updateMe: { body: me.meChange, response: me.me },
  changePassword: { body: me.passwordChange, response: noContent, status: 204 },
  changePhone: { body: me.phoneChange, response: me.me },
  sendEmailCode: { body: me.emailCodeRequest, response: auth.codeSent, status: 202 },
  changeEmail: { body: me.emailChange, response: me.me },
  listSessions: { query: me.signInQuery, response: listOf(me.signIn) },
  endSession: { params: me.signInParams, response: noContent, status: 204 },
  endOtherSessions: { response: noContent, status: 204 },
  getBalance: { response: me.balance },
  getQuotas: { response: quotas.quotas },
  listSshKeys: { query: me.sshKeyQuery, response: listOf(me.sshKey) },
  createSshKey: { body: me.sshKeyCreation, response: me.sshKey, status: 201 },
  deleteSshKey: { params: workloads.workloadParams, response: noContent, status: 204 },
  getSecondFactor: { response: me.secondFactor },
  startSecondFactor: { body: me.secondFactorStart, response: me.secondFactorSetup },
  confirmSecondFactor: { body: me.secondFactorConfirmation, response: me.recoveryCodes },
  disableSecondFactor: { body: me.secondFactorChange, response: noContent, status: 204 },
  renewRecoveryCodes: { body: me.secondFactorChange, response: me.recoveryCodes },
  getAdminSecondFactor: { response: me.secondFactor },
  startAdminSecondFactor: { body: me.secondFactorStart, response: me.secondFactorSetup },
  confirmAdminSecondFactor: { body: me.secondFactorConfirmation, response: me.recoveryCodes },
  disableAdminSecondFactor: { body: me.secondFactorChange, response: noContent, status: 204 },
  renewAdminRecoveryCodes: { body: me.secondFactorChange, response: me.recoveryCodes },
  listApiTokens: { query: me.apiTokenQuery, response: listOf(me.apiToken) },
  createApiToken: { body: me.apiTokenCreation, response: me.apiTokenCreated, status: 201 },
  deleteApiToken: { params: workloads.workloadParams, response: noContent, status: 204 },

  listNotices: { query: me.noticeQuery, response: me.notices },
  readNotice: { params: me.noticeParams, response: me.notice },
  readNotices: { response: noContent, status: 204 },
  listStockAlerts: { query: me.stockAlertQuery, response: listOf(me.stockAlert) },
  createStockAlert: { body: me.stockAlertCreation, response: me.stockAlert, status: 201 },
  deleteStockAlert: { params: me.stockAlertParams, response: noContent, status: 204 },

  createQuote: { body: workloads.quoteRequest, response: workloads.quote },
  listWorkloads: { query: workloads.workloadQuery, response: listOf(workloads.workload) },
  createWorkload: { body: workloads.workloadCreation, response: workloads.workload, status: 201 },
  getWorkload: { params: workloads.workloadParams, response: workloads.workload },
  updateWorkload: {
    params: workloads.workloadParams,
    body: workloads.workloadChange,
    response: workloads.workload,
  },
  startWorkload: {
    params: workloads.workloadParams,
    body: workloads.workloadStart,
    response: workloads.workload,
    status: 202,
  },
  stopWorkload: { params: workloads.workloadParams, response: workloads.workload, status: 202 },
  restartWorkload: { params: workloads.workloadParams, response: workloads.workload, status: 202 },
  destroyWorkload: {
    params: workloads.workloadParams,
    body: workloads.workloadDestruction,
    response: workloads.workload,
    status: 202,
  },
  listWorkloadEvents: {
    params: workloads.workloadParams,
    query: workloads.workloadEventQuery,
    response: listOf(workloads.workloadEvent),
  },
  createConsoleTicket: {
    params: workloads.workloadParams,
    body: workloads.consoleTicketRequest,
    response: workloads.consoleTicket,
    status: 201,
  },
  openConsole: { params: workloads.workloadParams, response: noContent },
  openVnc: { params: workloads.workloadParams, response: noContent },

  listBillingRecords: { query: billing.billingRecordQuery, response: listOf(billing.billingRecord) },
  getBillingSummary: { query: billing.billingSummaryQuery, response: billing.billingSummary },
  listUsage: { query: billing.usageQuery, response: listOf(billing.usage) },
  listRecharges: { query: billing.rechargeQuery, response: listOf(billing.recharge) },
  createRecharge: { body: billing.rechargeRequest, response: billing.recharge, status: 201 },
  getRecharge: { params: billing.rechargeParams, response: billing.recharge },
  checkRecharge: { params: billing.rechargeParams, response: billing.recharge },
  closeRecharge: { params: billing.rechargeParams, response: billing.recharge },

  streamEvents: { response: liveEvent },
  streamAdminEvents: { response: liveEvent },

  changeAdminPassword: { body: me.adminPasswordChange, response: noContent, status: 204 },

  getOverview: { response: admin.overview },
  listUsers: { query: admin.userQuery, response: listOf(admin.user) },
  getUser: { params: admin.userParams, response: admin.user },
  createAdmin: { body: admin.adminCreation, response: admin.adminCreated, status: 201 },
  updateUser: { params: admin.userParams, body: admin.userChange, response: admin.user },
  getUserQuotas: { params: admin.userParams, response: quotas.userQuotas },
  updateUserQuotas: { params: admin.userParams, body: quotas.quotaChange, response: quotas.userQuotas },
  listAuditEntries: { query: admin.auditQuery, response: listOf(admin.auditEntry) },
  listSignInRefusals: { query: admin.signInRefusalQuery, response: listOf(admin.signInRefusal) },
  listUserSessions: { params: admin.userParams, query: me.signInQuery, response: listOf(me.signIn) },
  revokeUserSessions: {
    params: admin.userParams,
    body: admin.sessionsRevocation,
    response: noContent,
    status: 204,
  },
  listUserApiTokens: { params: admin.userParams, query: me.apiTokenQuery, response: listOf(me.apiToken) },
  revokeUserApiTokens: {
    params: admin.userParams,
    body: admin.apiTokensRevocation,
    response: noContent,
    status: 204,
  },
  removeUserSecondFactor: {
    params: admin.userParams,
    body: admin.secondFactorRemoval,
    response: noContent,
    status: 204,
  },
  setUserStatus: { params: admin.userParams, body: admin.userStatusChange, response: admin.user },
  listInviteCodes: { query: admin.inviteCodeQuery, response: listOf(admin.inviteCode) },
  createInviteCodes: { body: admin.inviteCodeCreation, response: admin.inviteCodesCreated, status: 201 },
  revokeInviteCode: { params: admin.inviteCodeParams, response: admin.inviteCode },
  listBillings: { query: billing.billingsQuery, response: listOf(billing.billingRecord) },
  getBillingTotals: { query: billing.billingsQuery, response: billing.billingTotals },
  createAdjustment: {
    params: admin.userParams,
    body: admin.adjustmentRequest,
    response: admin.orAsked(admin.adjustment),
    status: 201,
  },
  createRefund: {
    params: admin.userParams,
    body: admin.refundRequest,
    response: admin.orAsked(admin.refund),
    status: 201,
  },
  listRefunds: { query: admin.refundQuery, response: listOf(admin.refund) },
  decideRefund: { params: billing.rechargeParams, body: admin.refundDecision, response: admin.refund },
  listReceivables: { query: admin.receivableQuery, response: listOf(admin.receivable) },
  writeOffReceivable: {
    params: billing.rechargeParams,
    body: admin.writeOff,
    response: admin.orAsked(admin.receivable),
  },
  getApprovalLimit: { response: admin.approvalLimit },
  listApprovals: { query: admin.approvalQuery, response: listOf(admin.approval) },
  decideApproval: { params: billing.rechargeParams, body: admin.approvalDecision, response: admin.approval },
  listAllRecharges: { query: admin.anyRechargeQuery, response: listOf(admin.anyRecharge) },
  decideRecharge: {
    params: billing.rechargeParams,
    body: admin.rechargeDecision,
    response: admin.anyRecharge,
  },
  listReconciliations: { query: admin.reconciliationQuery, response: listOf(admin.reconciliation) },
  ...catalogueSchemas('Region', 'Regions', {
    query: catalog.regionQuery,
    item: catalog.adminRegion,
    creation: editing.regionCreation,
    change: editing.regionChange,
  }),
  ...statusSchemas('Region', catalog.adminRegion, editing.activityChange),
  ...catalogueSchemas('Node', 'Nodes', {
    query: catalog.nodeQuery,
    item: catalog.node,
    creation: editing.nodeCreation,
    change: editing.nodeChange,
  }),
  ...statusSchemas('Node', catalog.node, editing.nodeStatusChange),
  listClusterNodes: { query: catalog.clusterNodeQuery, response: listOf(catalog.clusterNode) },
  ...catalogueSchemas('Gpu', 'Gpus', {
    query: catalog.gpuQuery,
    item: catalog.adminGpu,
    creation: editing.gpuCreation,
    change: editing.gpuChange,
  }),
  ...catalogueSchemas('Sku', 'Skus', {
    query: catalog.skuQuery,
    item: catalog.adminSku,
    creation: editing.skuCreation,
    change: editing.skuChange,
  }),
  ...statusSchemas('Sku', catalog.adminSku, editing.activityChange),
  ...catalogueSchemas('VmImage', 'VmImages', {
    query: catalog.imageQuery,
    item: catalog.adminImage,
    creation: editing.imageCreation,
    change: editing.imageChange,
  }),
  ...statusSchemas('VmImage', catalog.adminImage, editing.imageStatusChange),
  ...catalogueSchemas('PricingPolicy', 'PricingPolicies', {
    query: catalog.pricingPolicyQuery,
    item: catalog.adminPricingPolicy,
    creation: editing.pricingPolicyCreation,
    change: editing.pricingPolicyChange,
  }),
  listAllWorkloads: { query: workloads.anyWorkloadQuery, response: listOf(workloads.workload) },
  createAnyQuote: {
    params: workloads.customerParams,
    body: workloads.quoteRequest,
    response: workloads.quote,
  },
  createAnyWorkload: {
    params: workloads.customerParams,
    body: operated.customerOrder,
    response: workloads.workload,
    status: 201,
  },
  getAnyWorkload: { params: workloads.anyWorkloadParams, response: workloads.workload },
  listAnyWorkloadEvents: {
    params: workloads.anyWorkloadParams,
    query: workloads.workloadEventQuery,
    response: listOf(workloads.workloadEvent),
  },
  startAnyWorkload: {
    params: workloads.anyWorkloadParams,
    body: operated.explainedStart,
    response: workloads.workload,
    status: 202,
  },
  stopAnyWorkload: {
    params: workloads.anyWorkloadParams,
    body: operated.explainedAction,
    response: workloads.workload,
    status: 202,
  },
  restartAnyWorkload: {
    params: workloads.anyWorkloadParams,
    body: operated.explainedAction,
    response: workloads.workload,
    status: 202,
  },
  destroyAnyWorkload: {
    params: workloads.anyWorkloadParams,
    body: operated.explainedDestruction,
    response: workloads.workload,
    status: 202,
  },
  scheduleWorkload: {
    params: workloads.anyWorkloadParams,
    body: operated.workloadSchedule,
    response: workloads.workload,
    status: 202,
  },
  getWorkloadInspection: { params: workloads.anyWorkloadParams, response: operated.workloadInspection },
  getWorkloadPlan: { params: workloads.anyWorkloadParams, response: operated.workloadPlan },
  createAnyConsoleTicket: {
    params: workloads.anyWorkloadParams,
    body: operated.explainedConsoleTicketRequest,
    response: workloads.consoleTicket,
    status: 201,
  },
  openAnyConsole: { params: workloads.anyWorkloadParams, response: noContent },
  openAnyVnc: { params: workloads.anyWorkloadParams, response: noContent },

  listSandboxMessages: { query: sandbox.sandboxMessageQuery, response: listOf(sandbox.sandboxMessage) },
  paySandboxPayment: { params: billing.rechargeParams, response: noContent, status: 204 },
} as const satisfies Record<OperationId, Schemas>;

type AllSchemas = typeof schemas;
type Endpoints = typeof endpoints;

/** Every operation: method, path, console and ownership with its schemas. */
export type Routes = {
  readonly [Id in OperationId]: Endpoints[Id] & AllSchemas[Id] & { readonly operationId: Id };
};

function join(): Routes {
  const schemasById: Readonly<Record<string, Schemas>> = schemas;
  const joined = Object.entries<Endpoint>(endpoints).map(
    ([operationId, endpoint]) =>
      [operationId, { operationId, ...endpoint, ...schemasById[operationId] }] as const,
  );
  return Object.fromEntries<unknown>(joined) as Routes;
}

export const routes = join();

type Infer<T, Field extends string> =
  T extends Readonly<Record<Field, z.ZodType>> ? z.output<T[Field]> : undefined;
type InferInput<T, Field extends string> =
  T extends Readonly<Record<Field, z.ZodType>> ? z.input<T[Field]> : undefined;

/** What a handler receives, parsed. */
export type Params<Id extends OperationId> = Infer<AllSchemas[Id], 'params'>;
export type Query<Id extends OperationId> = Infer<AllSchemas[Id], 'query'>;
export type Body<Id extends OperationId> = Infer<AllSchemas[Id], 'body'>;
/** What a client sends: fields with a default may be left out. */
export type QueryInput<Id extends OperationId> = InferInput<AllSchemas[Id], 'query'>;
export type BodyInput<Id extends OperationId> = InferInput<AllSchemas[Id], 'body'>;
/** What both see as the answer. */
export type Answer<Id extends OperationId> = z.output<AllSchemas[Id]['response']>;
