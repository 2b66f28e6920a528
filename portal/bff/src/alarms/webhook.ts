/** Sends alarms to a webhook, in the format of Standard Webhooks or the robots of WeCom and DingTalk. */
import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { AlarmMessage, ReviewedAlarms } from './message.ts';

/** STANDARD is https://github.com/standard-webhooks/standard-webhooks. */
export const webhookFormats = ['STANDARD', 'WECOM', 'DINGTALK'] as const;
type WebhookFormat = (typeof webhookFormats)[number];

export interface WebhookSettings {
  readonly url: URL;
  readonly format: WebhookFormat;
  /** Signs requests. For Standard Webhooks base64, with or without `whsec_`; for DingTalk as shown by its robot. */
  readonly secret: string | undefined;
}

/** The content of a webhook call. */
export interface WebhookContent extends ReviewedAlarms {
  /** The same for every attempt, so that receivers can detect duplicates. */
  readonly id: string;
  readonly now: Date;
  readonly message: AlarmMessage;
}

interface Request {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const TIMEOUT_MS = 10_000;

/** Calls the webhook. Rejects if the receiver refuses. Errors omit the URL, which is a secret. */
export async function callWebhook(settings: WebhookSettings, told: WebhookContent): Promise<void> {
  const { url, headers, body } = requestOf[settings.format](settings, told);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The webhook answered with status ${response.status}`);
  if (settings.format !== 'STANDARD') refuse(robotAnswer.parse(await response.json()));
}

/** Robots answer 200 even to refused requests. */
const robotAnswer = z.object({ errcode: z.number(), errmsg: z.string().default('') });

function refuse({ errcode, errmsg }: z.infer<typeof robotAnswer>): void {
  if (errcode !== 0) throw new Error(`The robot refused with ${errcode}: ${errmsg.slice(0, 200)}`);
}

const requestOf: Readonly<
  Record<WebhookFormat, (settings: WebhookSettings, told: WebhookContent) => Request>
> = {
  STANDARD: ({ url, secret }, { id, now, opened, ended }) => {
    const body = JSON.stringify({
      type: 'alarms.changed',
      timestamp: now.toISOString(),
      data: { opened, ended },
    });
    const seconds = String(Math.floor(now.getTime() / 1_000));
    const headers = { 'webhook-id': id, 'webhook-timestamp': seconds };
    if (secret === undefined) return { url, headers, body };
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
    return { url, headers: { ...headers, 'webhook-signature': `v1,${signature}` }, body };
  },
  // https://developer.work.weixin.qq.com/document/path/91770
  WECOM: ({ url }, { message }) => ({
    url,
    headers: {},
    body: JSON.stringify({ msgtype: 'text', text: { content: clipped(textOf(message), 2_048) } }),
  }),
  // https://open.dingtalk.com/document/robots/custom-robot-access
  DINGTALK: ({ url, secret }, { message, now }) => ({
    url: secret === undefined ? url : signedForDingTalk(url, secret, now),
    headers: {},
    body: JSON.stringify({ msgtype: 'text', text: { content: clipped(textOf(message), 20_000) } }),
  }),
};

function signedForDingTalk(url: URL, secret: string, now: Date): URL {
  const timestamp = String(now.getTime());
  const sign = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64');
  const signed = new URL(url);
  signed.searchParams.set('timestamp', timestamp);
  signed.searchParams.set('sign', sign);
  return signed;
}

function textOf({ subject, text }: AlarmMessage): string {
  return `${subject}\n\n${text}`;
}

/** Cuts a text to `most` bytes of UTF-8, since robots refuse longer ones. */
function clipped(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  const cut = Buffer.from(text)
    .subarray(0, most - 3)
    .toString('utf8');
  return `${cut.replace(/\uFFFD+$/, '')}…`;
}
