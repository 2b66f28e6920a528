import type { CaptchaChallenge } from '@gpulease/contract/auth';
import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** Solves a challenge as the browser does and returns the value of the `captcha` field. */
export async function solveCaptcha(given: CaptchaChallenge): Promise<string> {
  const challenge = given as unknown as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
