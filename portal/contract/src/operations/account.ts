/** The caller's own account. */
import * as auth from '../auth.ts';
import * as me from '../me.ts';
import * as workloads from '../workloads.ts';
import { forSelf, forOwner, nothing, pagesOf } from './operation.ts';

export const accountOperations = {
  getMe: forSelf('GET /me', { response: me.me, token: true }),
  updateMe: forSelf('PATCH /me', { body: me.meChange, response: me.me, audit: 'never' }),
  changePassword: forSelf('POST /me/password', { body: me.passwordChange, ...nothing, audit: 'byHandler' }),
  changePhone: forSelf('POST /me/phone', { body: me.phoneChange, response: me.me, audit: 'byHandler' }),
  sendEmailCode: forSelf('POST /me/email-codes', {
    body: me.emailCodeRequest,
    response: auth.codeSent,
    status: 202,
    audit: 'never',
  }),
  changeEmail: forSelf('POST /me/email', { body: me.emailChange, response: me.me, audit: 'byHandler' }),
  listSessions: forSelf('GET /me/sessions', pagesOf(me.signIn, me.signInQuery)),
  endSession: forOwner('DELETE /me/sessions/:id', {
    params: me.signInParams,
    ...nothing,
    audit: 'byHandler',
  }),
  endOtherSessions: forSelf('DELETE /me/sessions', { ...nothing, audit: 'byHandler' }),
  listSshKeys: forSelf('GET /me/ssh-keys', { ...pagesOf(me.sshKey, me.sshKeyQuery), token: true }),
  createSshKey: forSelf('POST /me/ssh-keys', {
    body: me.sshKeyCreation,
    response: me.sshKey,
    status: 201,
    token: true,
    audit: 'never',
  }),
  deleteSshKey: forOwner('DELETE /me/ssh-keys/:name', {
    params: workloads.workloadParams,
    ...nothing,
    token: true,
    audit: 'never',
  }),
  listApiTokens: forSelf('GET /me/api-tokens', pagesOf(me.apiToken, me.apiTokenQuery)),
  createApiToken: forSelf('POST /me/api-tokens', {
    body: me.apiTokenCreation,
    response: me.apiTokenCreated,
    status: 201,
    limit: 'newApiTokens',
    audit: 'byHandler',
  }),
  deleteApiToken: forOwner('DELETE /me/api-tokens/:name', {
    params: workloads.workloadParams,
    ...nothing,
    audit: 'byHandler',
  }),
};
