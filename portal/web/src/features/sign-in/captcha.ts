import type { CaptchaChallenge } from '@gpulease/contract/auth';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { call } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';

const TIMEOUT_MS = 60_000;

/** Fetches and solves a proof-of-work challenge. Throws Failure. */
export async function solveCaptcha(): Promise<string> {
  const challenge = await call('getCaptcha');
  const solution = await solveChallenge({
    challenge: challenge as CaptchaChallenge & Challenge,
    deriveKey,
    timeout: TIMEOUT_MS,
  });
  if (!solution) throw new Failure('INVALID_CAPTCHA_TOKEN', 0);
  return btoa(JSON.stringify({ challenge, solution }));
}
