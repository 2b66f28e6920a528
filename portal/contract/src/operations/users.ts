/** For operators: users, invite codes, the audit log, and their own password. */
import * as audit from '../audit.ts';
import * as inviteCodes from '../invite-codes.ts';
import * as users from '../users.ts';
import * as me from '../me.ts';
import { forOperator, forOperatorSelf, nothing, pagesOf } from './operation.ts';

export const userOperations = {
  changeAdminPassword: forOperatorSelf('POST /admin/me/password', {
    body: me.adminPasswordChange,
    ...nothing,
    duringSetUp: true,
    audit: 'byHandler',
  }),
  listUsers: forOperator('GET /admin/users', pagesOf(users.user, users.userQuery)),
  getUser: forOperator('GET /admin/users/:username', { params: users.userParams, response: users.user }),
  createAdmin: forOperator('POST /admin/users', {
    body: users.adminCreation,
    response: users.adminCreated,
    status: 201,
    audit: 'byHandler',
  }),
  updateUser: forOperator('PATCH /admin/users/:username', {
    params: users.userParams,
    body: users.userChange,
    response: users.user,
    audit: 'byHandler',
  }),
  listUserSessions: forOperator('GET /admin/users/:username/sessions', {
    params: users.userParams,
    ...pagesOf(me.signIn, me.signInQuery),
  }),
  revokeUserSessions: forOperator('POST /admin/users/:username/sessions/revoke', {
    params: users.userParams,
    body: users.sessionsRevocation,
    ...nothing,
    audit: 'byHandler',
  }),
  listUserApiTokens: forOperator('GET /admin/users/:username/api-tokens', {
    params: users.userParams,
    ...pagesOf(me.apiToken, me.apiTokenQuery),
  }),
  revokeUserApiTokens: forOperator('POST /admin/users/:username/api-tokens/revoke', {
    params: users.userParams,
    body: users.apiTokensRevocation,
    ...nothing,
    audit: 'byHandler',
  }),
  setUserStatus: forOperator('PUT /admin/users/:username/status', {
    params: users.userParams,
    body: users.userStatusChange,
    response: users.user,
    audit: 'byHandler',
  }),
  listAuditEntries: forOperator('GET /admin/audit', {
    ...pagesOf(audit.auditEntry, audit.auditQuery),
    limit: 'auditReads',
  }),
  listSignInRefusals: forOperator('GET /admin/sign-in-refusals', {
    ...pagesOf(audit.signInRefusal, audit.signInRefusalQuery),
    limit: 'auditReads',
  }),
  listInviteCodes: forOperator(
    'GET /admin/invite-codes',
    pagesOf(inviteCodes.inviteCode, inviteCodes.inviteCodeQuery),
  ),
  createInviteCodes: forOperator('POST /admin/invite-codes', {
    body: inviteCodes.inviteCodeCreation,
    response: inviteCodes.inviteCodesCreated,
    status: 201,
    audit: 'byHandler',
  }),
  revokeInviteCode: forOperator('POST /admin/invite-codes/:code/revoke', {
    params: inviteCodes.inviteCodeParams,
    response: inviteCodes.inviteCode,
    audit: 'byHandler',
  }),
};
