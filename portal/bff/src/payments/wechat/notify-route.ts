/** POST `NOTIFY_PATH`: WeChat's callbacks on payments and refunds, authenticated by their signature alone. */
import express, { Router, type Request } from 'express';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Logger } from '../../http/logger.ts';
import { applyPayment } from '../check-recharge.ts';
import { bookReportedRefund } from '../foreign-refund.ts';
import { readNotification, type Notification } from './notification.ts';
import type { WeChatSettings } from './settings.ts';
import { messageOf } from './signature.ts';

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly settings: WeChatSettings;
}

/** Answers 204 once the message is booked, 401 if it is not from WeChat, and 500 to receive it again. */
export function wechatNotifyRoute(options: Options): Router {
  const { settings, clock, log } = options;
  const router = Router();
  router.post('/', express.raw({ type: () => true, limit: '64kb' }), async (request, response) => {
    let told: Notification;
    try {
      told = readNotification(messageIn(request), settings, clock.now());
    } catch (err) {
      log.warn({ err }, 'A payment callback was refused');
      response.status(401).json({ code: 'FAIL', message: 'refused' });
      return;
    }
    try {
      await book(options, told);
      response.status(204).end();
    } catch (err) {
      log.warn({ err, told: told.kind }, 'Could not book a payment callback');
      response.status(500).json({ code: 'FAIL', message: 'not booked yet' });
    }
  });
  return router;
}

/** The signature covers the raw body. */
function messageIn(request: Request) {
  const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
  return messageOf((name) => request.get(name), body);
}

async function book({ database, log }: Options, told: Notification): Promise<void> {
  if (told.kind === 'PAYMENT') return applyPayment(database, told.outTradeNo, told.payment);
  if (told.kind === 'REFUND')
    await bookReportedRefund({ database, log }, { ...told, method: 'WECHAT' }, told.state);
}
