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

it('takes WeChat’s next certificate as soon as it is in the files, and keeps those that were there', async () => {
  const [today, next] = await Promise.all(
    ['today', 'next'].map((name) => keepMerchantFiles(join(dir, name))),
  );
  const certificates = (where = '') => join(where, 'platform-certificates.pem');
  const [before, after] = [certificates(today?.merchantDir), certificates(next?.merchantDir)];
  const settings = readWeChatSettings({
    dir: today?.merchantDir,
    apiUrl: new URL('https://api.mch.weixin.qq.com'),
    notifyUrl: 'https://gpu.example.com/api/v1/payments/wechat/notify',
  });
  if ('problem' in settings) throw new Error(settings.problem);
  const [known, coming] = await Promise.all([readFile(before, 'utf8'), readFile(after, 'utf8')]);
  const { serialNumber, publicKey } = new X509Certificate(coming);
  expect(settings.platformKeys.get(serialNumber)).toBeUndefined();

  await writeFile(before, `${known}\n${coming}`);
  await utimes(before, new Date(), new Date(Date.now() + 60_000));

  expect(settings.platformKeys.get(serialNumber)?.equals(publicKey)).toBe(true);
  expect(settings.platformKeys.get(new X509Certificate(known).serialNumber)).toBeDefined();
});
