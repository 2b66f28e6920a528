/** Authenticator app codes: RFC 6238 with six digits, 30 seconds and SHA-1, which all apps support. Pure. */
import { randomBytes } from 'node:crypto';
import type { SecondFactorSetup } from '@gpulease/contract/me';
import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
/** Accepts the previous and next step too, to tolerate clock drift of phones. */
const WINDOW = 1;
const SECRET_BYTES = 20;

export function createTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** Returns the app's setup: the secret to type, and the URI for the QR code. */
export function setupOf(secret: Buffer, username: string): SecondFactorSetup {
  const totp = totpOf(secret, username);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Returns the time step of a code, counted from 1970; undefined for a wrong code. */
export function stepOf(secret: Buffer, code: string, now: Date): bigint | undefined {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : BigInt(Math.floor(timestamp / 1_000 / STEP_SECONDS) + delta);
}

function totpOf(secret: Buffer, label = ''): TOTP {
  const buffer = new Uint8Array(secret).buffer;
  return new TOTP({
    ...{ issuer: 'GPULease', label, secret: new Secret({ buffer }) },
    ...{ algorithm: 'SHA1', digits: 6, period: STEP_SECONDS },
  });
}
