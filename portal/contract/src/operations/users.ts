/** Users and invite codes, the audit, and the own password, for operators. */
import * as admin from '../admin.ts';
import * as me from '../me.ts';
import { forOperator, forOperatorSelf, nothing, pagesOf } from './operation.ts';

export const userOperations = {
  changeAdminPassword: forOperatorSelf('POST /admin/me/password', {
    body: me.adminPasswordChange,
    ...nothing,
    duringSetUp: true,
    audit: 'byHandler',
  }),
  listUsers: forOperator('GET /admin/users', { query: admin.userQuery, ...pagesOf(admin.user) }),
  getUser: forOperator('GET /admin/users/:username', { params: admin.userParams, response: admin.user }),
  createAdmin: forOperator('POST /admin/users', {
    body: admin.adminCreation,
    response: admin.adminCreated,
    status: 201,
    audit: 'byHandler',
  }),
  updateUser: forOperator('PATCH /admin/users/:username', {
    params: admin.userParams,
    body: admin.userChange,
    response: admin.user,
    audit: 'byHandler',
  }),
  listUserSessions: forOperator('GET /admin/users/:username/sessions', {
    params: admin.userParams,
    query: me.signInQuery,
    ...pagesOf(me.signIn),
  }),
  revokeUserSessions: forOperator('POST /admin/users/:username/sessions/revoke', {
    params: admin.userParams,
    body: admin.sessionsRevocation,
    ...nothing,
    audit: 'byHandler',
  }),
  listUserApiTokens: forOperator('GET /admin/users/:username/api-tokens', {
    params: admin.userParams,
    query: me.apiTokenQuery,
    ...pagesOf(me.apiToken),
  }),
  revokeUserApiTokens: forOperator('POST /admin/users/:username/api-tokens/revoke', {
    params: admin.userParams,
    body: admin.apiTokensRevocation,
    ...nothing,
    audit: 'byHandler',
  }),
  setUserStatus: forOperator('PUT /admin/users/:username/status', {
    params: admin.userParams,
    body: admin.userStatusChange,
    response: admin.user,
    audit: 'byHandler',
  }),
  listAuditEntries: forOperator('GET /admin/audit', {
    query: admin.auditQuery,
    ...pagesOf(admin.auditEntry),
    limit: 'auditReads',
  }),
  listSignInRefusals: forOperator('GET /admin/sign-in-refusals', {
    query: admin.signInRefusalQuery,
    ...pagesOf(admin.signInRefusal),
    limit: 'auditReads',
  }),
  listInviteCodes: forOperator('GET /admin/invite-codes', {
    query: admin.inviteCodeQuery,
    ...pagesOf(admin.inviteCode),
  }),
  createInviteCodes: forOperator('POST /admin/invite-codes', {
    body: admin.inviteCodeCreation,
    response: admin.inviteCodesCreated,
    status: 201,
    audit: 'byHandler',
  }),
  revokeInviteCode: forOperator('POST /admin/invite-codes/:code/revoke', {
    params: admin.inviteCodeParams,
    response: admin.inviteCode,
    audit: 'byHandler',
  }),
};
