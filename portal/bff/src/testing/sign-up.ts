import type { SmsPurpose } from '@gpulease/contract/enums';
import { eventually } from '@gpulease/kube/testing';
import type { ApiClient } from './api-client.ts';
import { solveCaptcha } from './captcha.ts';

/** Requests a code for a phone. */
export async function askForCode(browser: ApiClient, phone: string, purpose: SmsPurpose) {
  const captcha = await solveCaptcha((await browser.call('getCaptcha')).body);
  return browser.call('sendSmsCode', { body: { phone, purpose, captcha } });
}

/** Requests a code for a phone and reads it from the sandbox. */
export async function receiveCode(browser: ApiClient, phone: string, purpose: SmsPurpose): Promise<string> {
  const read = async () =>
    (await browser.call('listSandboxMessages', { query: { recipient: phone } })).body.items;
  const before = new Set((await read()).map(({ id }) => id));
  const sent = await askForCode(browser, phone, purpose);
  if (sent.status !== 202) throw new Error(`No code was sent: ${sent.text}`);
  return eventually(async () => {
    const message = (await read()).find(({ id, code }) => code !== null && !before.has(id));
    if (!message?.code) throw new Error(`No code has come to ${phone}`);
    return message.code;
  });
}

let phones = 0;

/** Returns a phone number that no other test of the file uses. */
export function newPhone(): string {
  phones += 1;
  return `138${String(phones).padStart(8, '0')}`;
}
