/** Single sign-on, for both consoles. */
import * as auth from '../auth.ts';
import { forAnybody, forSelf, forOperatorSelf, nothing } from './operation.ts';

export const singleSignOnOperations = {
  startOidc: forAnybody('GET /auth/oidc/start', {
    query: auth.oidcStart,
    kind: 'redirect',
    response: auth.redirect,
  }),
  finishOidc: forAnybody('GET /auth/oidc/callback', {
    query: auth.oidcCallback,
    kind: 'redirect',
    response: auth.redirect,
  }),
  startAdminOidc: forAnybody('GET /admin/auth/oidc/start', {
    query: auth.oidcStart,
    kind: 'redirect',
    response: auth.redirect,
  }),
  finishAdminOidc: forAnybody('GET /admin/auth/oidc/callback', {
    query: auth.oidcCallback,
    kind: 'redirect',
    response: auth.redirect,
  }),
  getOidcLink: forSelf('GET /me/oidc', { response: auth.oidcLink }),
  linkOidc: forSelf('POST /me/oidc', { body: auth.oidcLinking, response: auth.redirect, audit: 'never' }),
  unlinkOidc: forSelf('DELETE /me/oidc', { ...nothing, audit: 'byHandler' }),
  getAdminOidcLink: forOperatorSelf('GET /admin/me/oidc', { response: auth.oidcLink }),
  linkAdminOidc: forOperatorSelf('POST /admin/me/oidc', {
    body: auth.oidcLinking,
    response: auth.redirect,
    audit: 'never',
  }),
  unlinkAdminOidc: forOperatorSelf('DELETE /admin/me/oidc', { ...nothing, audit: 'byHandler' }),
};
