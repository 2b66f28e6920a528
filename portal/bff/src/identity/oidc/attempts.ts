/** Sign-ins in progress at the identity provider. */
import type { SessionConsole } from '@gpulease/contract/enums';
import type { Database } from '../../database/schema.ts';
import { hashToken } from '../tokens.ts';
import type { OidcChecks } from './provider.ts';

const LIFETIME_MS = 10 * 60_000;

export interface OidcAttempt extends OidcChecks {
  readonly console: SessionConsole;
  /** The browser's random device ID; only the same browser may complete the sign-in. */
  readonly device: string;
  /** A path within the portal. */
  readonly returnTo: string;
  /** The signed-in account to link; null for a sign-in. */
  readonly linkUserId: string | null;
}

/** Stores an attempt before the browser is redirected to the provider. */
export async function keepAttempt(database: Database, attempt: OidcAttempt, now: Date): Promise<void> {
  await database
    .insertInto('oidc_attempt')
    .values({
      state_hash: hashToken(attempt.state),
      console: attempt.console,
      device_hash: hashToken(attempt.device),
      nonce: attempt.nonce,
      code_verifier: attempt.codeVerifier,
      return_to: attempt.returnTo,
      link_user_id: attempt.linkUserId,
      expires_at: new Date(now.getTime() + LIFETIME_MS),
    })
    .execute();
}

/** Consumes an attempt, once, if browser and console match and it has not expired. */
export async function takeAttempt(
  database: Database,
  { state, device, console }: Pick<OidcAttempt, 'state' | 'device' | 'console'>,
  now: Date,
): Promise<OidcAttempt | undefined> {
  const row = await database
    .deleteFrom('oidc_attempt')
    .where('state_hash', '=', hashToken(state))
    .where('device_hash', '=', hashToken(device))
    .where('console', '=', console)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  const { nonce, code_verifier: codeVerifier, return_to: returnTo, link_user_id: linkUserId } = row;
  return { state, device, console, nonce, codeVerifier, returnTo, linkUserId };
}
