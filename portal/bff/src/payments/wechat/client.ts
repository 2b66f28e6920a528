/** Calls WeChat Pay: signs requests, and accepts only responses signed by WeChat. */
import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { authorizationOf, forgeryOf, messageOf, type Request } from './signature.ts';
import type { WeChatSettings } from './settings.ts';

/** A refusal by WeChat, with its code and message. */
export class WeChatError extends Error {
  override readonly name = 'WeChatError';
  /** Such as `ORDER_NOT_EXIST`. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(`${code}: ${message} (${status})`);
    this.code = code;
  }
}

export type WeChatClient = ReturnType<typeof createWeChatClient>;

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

/** No caller waits longer for WeChat. */
const TIME_LIMIT_MS = 5_000;
const DOWNLOAD_LIMIT_MS = 60_000;

export function createWeChatClient(settings: WeChatSettings, clock: Clock) {
  return {
    /** Returns the response's JSON, null if empty. Throws WeChatError for a refusal; other errors may be retried. */
    async call({ method, path, body }: Call) {
      const text = body === undefined ? '' : JSON.stringify(body);
      const response = await send(settings, clock, { method, path, body: text }, TIME_LIMIT_MS);
      const answer = await response.text();
      const message = messageOf((name) => response.headers.get(name), answer);
      const forgery = forgeryOf(message, settings.platformKeys, clock.now());
      if (forgery) throw new Error(`WeChat Pay answered ${response.status}, but ${forgery}.`);
      if (!response.ok) throw refusalOf(response.status, answer);
      return answer === '' ? null : (JSON.parse(answer) as unknown);
    },

    /** Downloads a file from the address in an earlier response, and checks its SHA-1 sum. */
    async download(address: string, sha1: string) {
      const { pathname, search } = new URL(address);
      const request = { method: 'GET', path: pathname + search, body: '' } as const;
      const response = await send(settings, clock, request, DOWNLOAD_LIMIT_MS);
      const bytes = Buffer.from(await response.arrayBuffer());
      if (!response.ok || createHash('sha1').update(bytes).digest('hex') !== sha1.toLowerCase()) {
        throw new Error(`The bill of WeChat Pay is not whole (${response.status}).`);
      }
      return bytes.toString('utf8');
    },
  };
}

/** Always sends to the configured host, whatever host an address in a response has. */
function send(settings: WeChatSettings, clock: Clock, request: Request, limitMs: number): Promise<Response> {
  const { method, path, body } = request;
  const timestamp = Math.floor(clock.now().getTime() / 1_000);
  const proof = { timestamp, nonce: randomBytes(16).toString('hex') };
  return fetch(new URL(path, settings.apiUrl), {
    method,
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'User-Agent': 'gpulease',
      Authorization: authorizationOf(request, settings, proof),
      ...(settings.publicKeyId !== undefined && { 'Wechatpay-Serial': settings.publicKeyId }),
    },
    ...(method === 'POST' && { body }),
    redirect: 'error',
    signal: AbortSignal.timeout(limitMs),
  });
}

function refusalOf(status: number, answer: string): Error {
  try {
    const { code = '', message = '' } = JSON.parse(answer) as { code?: string; message?: string };
    return new WeChatError(status, code, message);
  } catch {
    return new Error(`WeChat Pay answered ${status}.`);
  }
}
