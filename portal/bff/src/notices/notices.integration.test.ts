import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MessageChannel } from '@gpulease/contract/enums';
import { eventually } from '@gpulease/kube/testing';
import { withTransaction } from '../database/database.ts';
import { removeExpired } from '../housekeeping.ts';
import { createLogger } from '../http/logger.ts';
import { withRequestId } from '../http/request-id.ts';
import type { EmailMessage } from '../identity/email-gateway.ts';
import { smtpGateway } from '../identity/smtp-gateway.ts';
import { unconfiguredSmsGateway, type SmsMessage } from '../identity/sms-gateway.ts';
import { meteringHandlers } from '../metering/handlers.ts';
import type { ApiClient } from '../testing/api-client.ts';
import { aCustomer, openBooks, type Books } from '../testing/books.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts';
import { deliverDue, startDeliveries, type DeliveryOptions } from './deliver.ts';
import { noticeHandlers } from './handlers.ts';
import { notify, type NewNotice } from './notify.ts';

const HOUR = 3_600_000;
const log = createLogger('silent');
const until = new Date('2026-03-15T04:30:00Z');

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.close());

/** Creates a customer with a phone and an email address. */
async function aReader(language: 'zh' | 'en'): Promise<string> {
  const userId = await aCustomer(books);
  await books.database
    .updateTable('user_account')
    .set({ phone: `139${userId.slice(0, 8)}`, email: `${userId}@example.com`, language })
    .where('id', '=', userId)
    .execute();
  return userId;
}

const tell = (userId: string, more: Partial<NewNotice> = {}) =>
  withTransaction(books.database, (transaction) =>
    notify(transaction, {
      ...{ userId, kind: 'STOPPED_DISK', key: 'k1', subject: 'order-1', workload: 'box', until, ...more },
    }),
  );

/** Creates gateways that store messages instead of sending them. */
function outbox() {
  const sms: SmsMessage[] = [];
  const email: EmailMessage[] = [];
  const options: DeliveryOptions = {
    database: books.database,
    sms: { isConfigured: true, send: (message) => Promise.resolve(void sms.push(message)) },
    email: { isConfigured: true, send: (message) => Promise.resolve(void email.push(message)) },
    publicUrl: new URL('https://gpu.example.com'),
    cnyPerUsd: '7.20',
    log,
    pauseMs: 20,
  };
  return { sms, email, options };
}

async function deliveryOf(userId: string, channel: MessageChannel) {
  return books.database
    .selectFrom('notice_delivery as d')
    .innerJoin('notice as n', 'n.id', 'd.notice_id')
    .select(['d.attempts', 'd.sent_at', 'd.next_attempt_at', 'd.given_up_at', 'd.last_error'])
    .where('n.user_id', '=', userId)
    .where('d.channel', '=', channel)
    .orderBy('n.id', 'desc')
    .executeTakeFirstOrThrow();
}

describe('a notice', () => {
  it('is sent once by SMS and once by email, in the language of its reader, by concurrent senders', async () => {
    const [ada, lin] = [await aReader('en'), await aReader('zh')];
    for (const userId of [ada, lin, ada]) await tell(userId);
    const { sms, email, options } = outbox();
    const senders = [1, 2, 3].map(() => startDeliveries(options));
    await eventually(() => expect([sms.length, email.length]).toEqual([2, 2]));
    await Promise.all(senders.map((sender) => sender.stop()));
    const english = email.find(({ to }) => to.startsWith(ada));
    expect(english?.subject).toBe('GPULease: The disk of box will be deleted');
    expect(english?.text).toContain('before Mar 15, 2026, 12:30 (UTC+8); after that');
    expect(english?.text).toContain('https://gpu.example.com/workloads/box');
    const chinese = sms.find(({ phone }) => phone.endsWith(lin.slice(0, 8)));
    expect(chinese?.text).toBe(
      '【GPULease】实例 box 的磁盘数据将被删除。实例已长时间停止，磁盘数据保留至 2026/3/15 12:30（北京时间）。如需保留，请在此之前启动实例或充值；逾期后，实例和磁盘数据将被永久删除，无法恢复。',
    );
    expect(email.find(({ to }) => to.startsWith(lin))?.subject).toBe(
      '【GPULease】实例 box 的磁盘数据将被删除',
    );
    expect([sms.length, email.length]).toEqual([2, 2]);
  });

  it('states the cost of a machine in the currency of its reader', async () => {
    const [ada, lin] = [await aReader('en'), await aReader('zh')];
    for (const userId of [ada, lin])
      await tell(userId, { kind: 'MACHINE_STARTED', key: 'started', perHour: 4_200_000n });
    const { sms, email, options } = outbox();
    await deliverDue(options, 'SMS');
    await deliverDue(options, 'EMAIL');
    expect(email.find(({ to }) => to.startsWith(ada))?.text).toContain('costs $0.58 (¥4.20) per hour');
    expect(sms.find(({ phone }) => phone.endsWith(lin.slice(0, 8)))).toMatchObject({
      text: expect.stringContaining('每小时费用为 ¥4.20'),
      params: { workload: 'box', perHour: '¥4.20' },
    });
  });

  it('gives the reason for maintenance by email, but not by SMS, whose template has no room for it', async () => {
    const userId = await aReader('en');
    await tell(userId, { kind: 'MAINTENANCE', key: 'maintained', why: 'A new fan' });
    const { sms, email, options } = outbox();
    await deliverDue(options, 'SMS');
    await deliverDue(options, 'EMAIL');
    expect(email[0]?.text).toContain('Reason: A new fan.');
    expect(sms[0]?.text).not.toContain('fan');
  });

  it('arrives at a real mail server', async () => {
    const mail = await startMailServer();
    const userId = await aReader('en');
    await tell(userId);
    const { options } = outbox();
    const email = smtpGateway({ url: mail.url, from: 'GPULease <no-reply@example.com>' });
    await deliverDue({ ...options, email }, 'EMAIL');
    expect(mail.received.map(({ to }) => to)).toEqual([[`${userId}@example.com`]]);
    await mail.stop();
    await deliverDue(options, 'SMS');
  });

  it('is listed but not sent for a user without phone and email', async () => {
    const userId = await aCustomer(books);
    await tell(userId);
    const { sms, email, options } = outbox();
    await deliverDue(options, 'SMS');
    await deliverDue(options, 'EMAIL');
    expect([sms, email]).toEqual([[], []]);
  });

  it('is replaced, while unsent, by a newer one about the same subject', async () => {
    const userId = await aReader('zh');
    await tell(userId);
    await tell(userId, { kind: 'DISK_DELETED', key: 'k2' });
    await tell(userId, { kind: 'FUNDS_LOW', key: 'k3', subject: 'wallet' });
    const { sms, options } = outbox();
    await deliverDue(options, 'SMS');
    expect(sms.map(({ template }) => template).sort()).toEqual(['DISK_DELETED', 'FUNDS_LOW']);
    await deliverDue(options, 'EMAIL');
  });
});

describe('a notice of a newer version', () => {
  it('is left to processes of that version, without an attempt', async () => {
    const [ada, lin] = [await aReader('en'), await aReader('zh')];
    await tell(ada, { kind: 'OF_TOMORROW' as NewNotice['kind'] });
    await tell(lin);
    const { sms, email, options } = outbox();
    await deliverDue(options, 'SMS');
    await deliverDue(options, 'EMAIL');
    expect(await deliveryOf(ada, 'SMS')).toMatchObject({ attempts: 0, last_error: null });
    expect((await deliveryOf(ada, 'EMAIL')).next_attempt_at).not.toBeNull();
    expect([sms, email].flat().filter(({ text }) => text.includes('box'))).toHaveLength(2);
  });
});

describe('a provider', () => {
  const hangs = { isConfigured: true, send: () => new Promise<never>(() => undefined) };
  const fails = { isConfigured: true, send: () => Promise.reject(new Error('no route')) };

  it('is abandoned when it hangs, without holding up other channels', async () => {
    const userId = await aReader('zh');
    await tell(userId);
    const { email, options } = outbox();
    const sender = startDeliveries({ ...options, sms: hangs, timeoutMs: 500 });
    await eventually(() => expect(email).toHaveLength(1));
    await eventually(async () =>
      expect((await deliveryOf(userId, 'SMS')).last_error).toBe('Error: No answer within 500 ms'),
    );
    await sender.stop();
  });

  it('is retried with backoff when it fails, at most ten times', async () => {
    const userId = await aReader('zh');
    await tell(userId);
    const { options } = outbox();
    for (let hours = 0; hours < 15; hours += 1) {
      await books.putClockAhead(hours * HOUR + HOUR / 2);
      await deliverDue({ ...options, sms: fails }, 'SMS');
      await deliverDue({ ...options, sms: fails }, 'SMS');
    }
    const { attempts, sent_at, next_attempt_at, given_up_at } = await deliveryOf(userId, 'SMS');
    expect([attempts, sent_at, next_attempt_at]).toEqual([10, null, null]);
    expect(given_up_at).not.toBeNull();
    await books.putClockAhead(0);
    await deliverDue(options, 'EMAIL');
  });

  it('that fails is logged with the id of the request that caused the notice', async () => {
    const lines: string[] = [];
    const { options } = outbox();
    const failing = {
      ...options,
      sms: fails,
      log: createLogger('warn', { write: (line) => void lines.push(line) }),
    };
    const userId = await aReader('zh');
    await withRequestId('r-1', () => tell(userId));
    await tell(userId, { key: 'k2', subject: 'order-2' });
    await deliverDue(failing, 'SMS');
    const requests = lines.map((line) => (JSON.parse(line) as { request_id?: string }).request_id);
    expect(new Set(requests)).toEqual(new Set(['r-1', undefined]));
    await books.database.updateTable('notice_delivery').set({ next_attempt_at: null }).execute();
  });

  it('is not retried when it is not configured', async () => {
    const userId = await aReader('zh');
    await tell(userId);
    const { options } = outbox();
    await deliverDue({ ...options, sms: unconfiguredSmsGateway }, 'SMS');
    expect(await deliveryOf(userId, 'SMS')).toMatchObject({
      attempts: 1,
      next_attempt_at: null,
      given_up_at: null,
    });
    await deliverDue(options, 'EMAIL');
  });
});

describe('the list of notices', () => {
  let portal: TestPortal;
  let reader: ApiClient;
  let userId: string;
  beforeAll(async () => {
    portal = await startTestPortal({ handlers: ({ database }) => noticeHandlers(database, () => undefined) });
    reader = await portal.customer('reader');
    const { id } = await portal.database
      .selectFrom('user_account')
      .select('id')
      .where('username', '=', 'reader')
      .executeTakeFirstOrThrow();
    userId = id;
    for (const n of [1, 2, 3])
      await withTransaction(portal.database, (transaction) =>
        notify(transaction, {
          userId,
          kind: 'TERM_ENDING',
          key: `k${n}`,
          subject: 's',
          workload: `box-${n}`,
          until,
        }),
      );
  });
  afterAll(() => portal.stop());

  it('shows the newest first, counts unread ones, and marks one or all as read', async () => {
    const first = (await reader.call('listNotices', { query: { pageSize: 2 } })).body;
    expect([first.total, first.unread, first.items.map(({ workload }) => workload)]).toEqual([
      3,
      3,
      ['box-3', 'box-2'],
    ]);
    expect(first.items[0]).toMatchObject({ kind: 'TERM_ENDING', until: until.toISOString(), readAt: null });
    const id = first.items[0]?.id ?? '';
    const read = (await reader.call('readNotice', { params: { id } })).body;
    expect(read.readAt).not.toBeNull();
    expect((await reader.call('readNotice', { params: { id } })).body.readAt).toBe(read.readAt);
    expect((await reader.call('listNotices')).body.unread).toBe(2);
    expect((await reader.call('readNotices')).status).toBe(204);
    expect((await reader.call('listNotices')).body).toMatchObject({ total: 3, unread: 0 });
  });

  it('is private', async () => {
    const stranger = await portal.customer();
    expect((await stranger.call('listNotices')).body).toMatchObject({ total: 0, unread: 0 });
    const [notice] = (await reader.call('listNotices')).body.items;
    const { status } = await stranger.call('readNotice', { params: { id: notice?.id ?? '' } });
    expect(status).toBe(404);
    expect((await stranger.call('readNotice', { params: { id: '-' } })).status).toBe(400);
  });

  it('is kept for half a year', async () => {
    const days = (count: number) => new Date(Date.now() + count * 24 * HOUR);
    const kept = async (table: string) => (await portal.pool.query(`SELECT FROM ${table}`)).rowCount;
    await removeExpired(portal.database, days(179));
    expect([await kept('notice'), await kept('notice_delivery')]).toEqual([3, 3]);
    await removeExpired(portal.database, days(181));
    expect([await kept('notice'), await kept('notice_delivery')]).toEqual([0, 0]);
  });
});

describe('the balance below which a user is notified', () => {
  it('is set, stored and cleared in the profile', async () => {
    const portal = await startTestPortal();
    const browser = await portal.customer();
    expect((await browser.call('getMe')).body.balanceAlert).toBeNull();
    const set = await browser.call('updateMe', { body: { balanceAlert: '50' } });
    expect(set.body).toMatchObject({ balanceAlert: '50.00' });
    await browser.call('updateMe', { body: { language: 'en' } });
    expect((await browser.call('getMe')).body).toMatchObject({ balanceAlert: '50.00', language: 'en' });
    for (const balanceAlert of ['0', '-1', '1000000.01'])
      expect((await browser.call('updateMe', { body: { balanceAlert } })).error.code).toBe(
        'INVALID_ARGUMENT',
      );
    const off = await browser.call('updateMe', { body: { balanceAlert: null } });
    expect(off.body).toMatchObject({ balanceAlert: null });
    await portal.stop();
  });
});

describe('the spending limits', () => {
  it('are set, stored and cleared in the profile, next to the spending so far', async () => {
    const portal = await startTestPortal({ handlers: ({ database }) => meteringHandlers(database) });
    const browser = await portal.customer();
    const none = { hour: null, day: null, month: null, stops: false };
    const shown = async () => (await browser.call('getSpending')).body;
    const withLimits = (hour: string | null, day: string | null, stops: boolean) => ({
      items: [
        { of: 'HOUR', used: '0.00', limit: hour },
        { of: 'DAY', used: '0.00', limit: day },
        { of: 'MONTH', used: '0.00', limit: null },
      ],
      stops,
    });
    expect(await shown()).toEqual(withLimits(null, null, false));
    const chosen = { ...none, hour: '5', day: '50', stops: true };
    const set = await browser.call('updateSpending', { body: chosen });
    expect(set.body).toEqual(withLimits('5.00', '50.00', true));
    const wrong = await browser.call('updateSpending', { body: { ...none, month: '0' } });
    expect(wrong.error.details?.fields).toEqual({ month: 'positiveAmount' });
    expect(await shown()).toEqual(set.body);
    await browser.call('updateSpending', { body: none });
    expect(await shown()).toEqual(withLimits(null, null, false));
    await portal.stop();
  });
});

describe('the choice to restart machines after a recharge', () => {
  it('is made and withdrawn in the profile', async () => {
    const portal = await startTestPortal();
    const browser = await portal.customer();
    expect((await browser.call('getMe')).body.restartOnRecharge).toBe(false);
    const on = await browser.call('updateMe', { body: { restartOnRecharge: true } });
    expect(on.body).toMatchObject({ restartOnRecharge: true, language: null });
    await browser.call('updateMe', { body: { language: 'en' } });
    expect((await browser.call('getMe')).body).toMatchObject({ restartOnRecharge: true, language: 'en' });
    const off = await browser.call('updateMe', { body: { restartOnRecharge: false } });
    expect(off.body).toMatchObject({ restartOnRecharge: false, language: 'en' });
    await portal.stop();
  });
});
