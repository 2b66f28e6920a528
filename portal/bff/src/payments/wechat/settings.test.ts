import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { X509Certificate } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { keepMerchantFiles } from '@gpulease/local/testing';
import { readWeChatSettings } from './settings.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'gpulease-wechat-'));
});
afterAll(() => rm(dir, { recursive: true }));

function settingsOf(merchantDir: string | undefined) {
  const settings = readWeChatSettings({
    dir: merchantDir,
    apiUrl: new URL('https://api.mch.weixin.qq.com'),
    notifyUrl: 'https://gpu.example.com/api/v1/payments/wechat/notify',
  });
  if ('problem' in settings) throw new Error(settings.problem);
  return settings;
}

it('accepts WeChat’s next certificate once it is in the files, and keeps the current ones', async () => {
  const [today, next] = await Promise.all(
    ['today', 'next'].map((name) => keepMerchantFiles(join(dir, name))),
  );
  const certificates = (where = '') => join(where, 'platform-certificates.pem');
  const [before, after] = [certificates(today?.merchantDir), certificates(next?.merchantDir)];
  const settings = settingsOf(today?.merchantDir);
  const [known, coming] = await Promise.all([readFile(before, 'utf8'), readFile(after, 'utf8')]);
  const { serialNumber, publicKey } = new X509Certificate(coming);
  expect(settings.platformKeys.get(serialNumber)).toBeUndefined();

  await writeFile(before, `${known}\n${coming}`);
  await utimes(before, new Date(), new Date(Date.now() + 60_000));

  expect(settings.platformKeys.get(serialNumber)?.equals(publicKey)).toBe(true);
  expect(settings.platformKeys.get(new X509Certificate(known).serialNumber)).toBeDefined();
});

it('reports the expiry of the merchant’s certificate and of WeChat’s newest one, and none for a public key', async () => {
  const { merchantDir } = await keepMerchantFiles(join(dir, 'ends'));
  const path = (name: string) => join(merchantDir, name);
  const endOf = (pem: string) => new X509Certificate(pem).validToDate;
  const [own, theirs] = await Promise.all([
    readFile(path('apiclient_cert.pem'), 'utf8'),
    readFile(path('platform-certificates.pem'), 'utf8'),
  ]);
  const withKey = settingsOf(merchantDir).certificates;
  expect(await withKey.WECHAT_MERCHANT_CERTIFICATE?.()).toEqual(endOf(own));
  expect(withKey.WECHAT_PLATFORM_CERTIFICATE).toBeUndefined();

  await rm(path('public-key-id'));
  expect(await settingsOf(merchantDir).certificates.WECHAT_PLATFORM_CERTIFICATE?.()).toEqual(endOf(theirs));
});
