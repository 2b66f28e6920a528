import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { paymentHandlers } from '../handlers.ts';

let dir: string;
let portal: TestPortal;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'gpulease-merchant-'));
  portal = await startTestPortal({
    env: {
      GPULEASE_SANDBOX: '0',
      GPULEASE_WECHATPAY_DIR: dir,
      GPULEASE_WECHATPAY_URL: 'http://127.0.0.1:1',
      GPULEASE_WECHATPAY_NOTIFY_URL: 'http://127.0.0.1:2/notify',
    },
    handlers: ({ database, payments }) => paymentHandlers(database, payments.providers),
  });
});
afterAll(async () => {
  await portal.stop();
  await rm(dir, { recursive: true });
});

it('answers CONFIG_ERROR without the merchant’s files, names none of them, and leaves everything else working', async () => {
  const browser = await portal.customer();
  const body = { amount: '10.00', method: 'WECHAT' } as const;
  const refused = await browser.call('createRecharge', { body });
  expect([refused.status, refused.error.code]).toEqual([500, 'CONFIG_ERROR']);
  expect(refused.text).not.toMatch(/apiclient|api-v3|gpulease-merchant/);
  expect((await browser.call('listRecharges')).body.total).toBe(0);
});
