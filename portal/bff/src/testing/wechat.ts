/** WeChat Pay for tests: its simulator on an adjustable clock, and the portal's payments against it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createManualClock,
  keepMerchantFiles,
  startWeChatPay,
  type ManualClock,
  type WeChatPay,
} from '@gpulease/local/testing';
import express from 'express';
import { createLogger } from '../http/logger.ts';
import { createPayments, type PaymentParts } from '../payments/create-payments.ts';
import { NOTIFY_PATH } from '../payments/settings.ts';
import type { Books } from './books.ts';

export interface WeChatBooks {
  readonly wechat: WeChatPay;
  readonly clock: ManualClock;
  readonly payments: PaymentParts;
  /** Environment of a worker process that uses the same simulator. */
  readonly env: Readonly<Record<string, string>>;
  /** Posts a body to the callback's route and returns the status. */
  post(body: string, headers: Readonly<Record<string, string>>): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the simulator and the callback's route on the books. Stop it in `afterAll`. */
export async function openWeChat({ database }: Books, start = new Date()): Promise<WeChatBooks> {
  const dir = await mkdtemp(join(tmpdir(), 'gpulease-wechat-'));
  const files = await keepMerchantFiles(dir);
  const clock = createManualClock(start);
  const wechat = await startWeChatPay({ files, clock });
  const app = express();
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const notifyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}${NOTIFY_PATH}`;
  const log = createLogger(process.env.LOG_LEVEL ?? 'silent');
  const place = { dir: files.merchantDir, apiUrl: new URL(wechat.url), notifyUrl };
  const payments = createPayments({ database, clock, log }, { sandbox: true, wechat: place });
  if (payments.notifyRoute) app.use(NOTIFY_PATH, payments.notifyRoute);
  return {
    wechat,
    clock,
    payments,
    env: {
      GPULEASE_SANDBOX: '1',
      GPULEASE_WECHATPAY_DIR: files.merchantDir,
      GPULEASE_WECHATPAY_URL: wechat.url,
      GPULEASE_WECHATPAY_NOTIFY_URL: notifyUrl,
    },
    async post(body, headers) {
      return (await fetch(notifyUrl, { method: 'POST', body, headers })).status;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await wechat.stop();
      await rm(dir, { recursive: true });
    },
  };
}
