import { DAY_MS } from '../clock.ts';
import { olderThan } from '../database/removal.ts';
import { EXPIRED_API_TOKEN_MS } from './api-tokens.ts';

/** How long refused sign-ins are retained. */
const REFUSALS_MS = 180 * DAY_MS;

export const identityRemovals = [
  olderThan('session', 'expires_at'),
  olderThan('api_token', 'expires_at', EXPIRED_API_TOKEN_MS),
  olderThan('spent_captcha', 'expires_at'),
  olderThan('one_time_code', 'expires_at', DAY_MS),
  olderThan('pending_sign_in', 'expires_at'),
  olderThan('oidc_attempt', 'expires_at'),
  olderThan('oidc_registration', 'expires_at'),
  olderThan('sign_in_refusal', 'hour', REFUSALS_MS),
];
