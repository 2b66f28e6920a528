import { Secret, TOTP } from 'otpauth';
import type { ApiClient } from './api-client.ts';
import { testPassword, type TestPortal } from './test-portal.ts';

const STEP_MS = 30_000;

/** An authenticator app with the secret of one account. */
export interface Authenticator {
  /** The code that it shows at a time, by default now. */
  codeAt(at?: Date): string;
  /** Advances the portal's clock and returns an unused code. */
  nextCode(): string;
}

/** Creates an app from a secret. */
export function authenticator(portal: TestPortal, secret: string): Authenticator {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const codeAt = (at = portal.clock.now()) => totp.generate({ timestamp: at.getTime() });
  return {
    codeAt,
    nextCode() {
      portal.clock.advance(STEP_MS);
      return codeAt();
    },
  };
}

const operations = {
  user: { start: 'startSecondFactor', confirm: 'confirmSecondFactor' },
  admin: { start: 'startAdminSecondFactor', confirm: 'confirmAdminSecondFactor' },
} as const;

/** Turns on the second factor of the signed-in user. */
export async function enrol(
  portal: TestPortal,
  browser: ApiClient,
  console: keyof typeof operations = 'user',
): Promise<{ app: Authenticator; recoveryCodes: readonly string[] }> {
  const { start, confirm } = operations[console];
  const { secret } = (await browser.call(start, { body: { currentPassword: testPassword } })).body;
  const app = authenticator(portal, secret);
  const confirmed = await browser.call(confirm, { body: { code: app.codeAt() } });
  if (confirmed.status !== 200) throw new Error(`The second factor is not on: ${confirmed.text}`);
  return { app, recoveryCodes: confirmed.body.codes };
}
