/** Single sign-on, for both consoles. */
import * as auth from '../auth.ts';
import { forAnybody, forSelf, forOperatorSelf, nothing } from './operation.ts';

const start = { query: auth.oidcStart, kind: 'redirect', response: auth.redirect } as const;
const finish = { query: auth.oidcCallback, kind: 'redirect', response: auth.redirect } as const;
const link = { body: auth.oidcLinking, response: auth.redirect, audit: 'never' } as const;

export const singleSignOnOperations = {
  startOidc: forAnybody('GET /auth/oidc/start', start),
  finishOidc: forAnybody('GET /auth/oidc/callback', finish),
  startAdminOidc: forAnybody('GET /admin/auth/oidc/start', start),
  finishAdminOidc: forAnybody('GET /admin/auth/oidc/callback', finish),
  getOidcLink: forSelf('GET /me/oidc', { response: auth.oidcLink }),
  linkOidc: forSelf('POST /me/oidc', link),
  unlinkOidc: forSelf('DELETE /me/oidc', { ...nothing, audit: 'byHandler' }),
  getAdminOidcLink: forOperatorSelf('GET /admin/me/oidc', { response: auth.oidcLink }),
  linkAdminOidc: forOperatorSelf('POST /admin/me/oidc', link),
  unlinkAdminOidc: forOperatorSelf('DELETE /admin/me/oidc', { ...nothing, audit: 'byHandler' }),
};
