import type { SmsPurpose } from '@gpulease/contract/enums';
import type { ApiClient } from './api-client.ts';
import { solveCaptcha } from './captcha.ts';

/** Has a code sent to a phone and reads it where the sandbox shows it; undefined when none was sent. */
export async function receiveCode(
  browser: ApiClient,
  phone: string,
  purpose: SmsPurpose,
): Promise<string | undefined> {
  const captcha = await solveCaptcha((await browser.call('getCaptcha')).body);
  const sent = await browser.call('sendSmsCode', { body: { phone, purpose, captcha } });
  if (sent.status !== 202) throw new Error(`No code was sent: ${sent.text}`);
  const { items } = (await browser.call('listSandboxMessages', { query: { recipient: phone } })).body;
  return items[0]?.code ?? undefined;
}

let phones = 0;

/** A phone that no other test of this file has. */
export function newPhone(): string {
  phones += 1;
  return `138${String(phones).padStart(8, '0')}`;
}
