/** Sends callbacks, and retries them on WeChat's schedule until the merchant accepts them. */
import { randomInt, randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';
import { encrypted, signedHeaders, type Keys, type SigningKey } from './keys.ts';

/** Seconds between attempts: 24 hours and 4 minutes in total. */
export const retrySeconds = [
  15, 15, 30, 180, 600, 1_200, 1_800, 1_800, 1_800, 3_600, 10_800, 10_800, 10_800, 21_600, 21_600,
] as const;

/** Faults of callbacks, which tests can enable. */
export interface CallbackFaults {
  /** Drops all callbacks. */
  lose: boolean;
  /** Sends each callback twice concurrently. */
  duplicate: boolean;
  /** Delay of the first attempt. */
  delayMs: number;
  /** Signing key: WeChat's certificate, its public key, or either at random, as during a merchant's migration. */
  signWith: 'certificate' | 'public key' | 'either';
}

/** Headers of each kind of forged callback. */
const forgedHeaders = {
  'wrong signature': (body, key, now) => signedHeaders(`${body} `, key, now),
  'unknown key': (body, key, now) => signedHeaders(body, { ...key, serial: 'PUB_KEY_ID_UNKNOWN' }, now),
  probe: (body, key, now) => {
    const { 'Wechatpay-Signature': signature = '', ...headers } = signedHeaders(body, key, now);
    return { ...headers, 'Wechatpay-Signature': `WECHATPAY/SIGNTEST/${signature}` };
  },
  old: (body, key, now) => signedHeaders(body, key, new Date(now.getTime() - OLD_MS)),
  'wrong merchant': signedHeaders,
  'not encrypted': signedHeaders,
} satisfies Record<string, typeof signedHeaders>;
export type Forgery = keyof typeof forgedHeaders;
export const forgeries = Object.keys(forgedHeaders) as Forgery[];

export interface Callback {
  readonly to: string;
  readonly type: string;
  /** Content, before encryption. */
  readonly content: object;
}

export interface Notifier {
  readonly faults: CallbackFaults;
  /** Sends a callback until it is accepted. */
  notify(callback: Callback): void;
  /** Sends a callback once, optionally forged; returns the HTTP status. */
  send(callback: Callback, forgery?: Forgery): Promise<number>;
}

const TIME_LIMIT_MS = 5_000;
const OLD_MS = 301_000;

export function createNotifier(keys: Keys, clock: Clock): Notifier {
  const faults: CallbackFaults = { lose: false, duplicate: false, delayMs: 0, signWith: 'either' };
  const tryOnce = async (callback: Callback): Promise<boolean> => {
    if (faults.lose) return false;
    const tries = Array.from({ length: faults.duplicate ? 2 : 1 }, () =>
      post(callback, { keys, faults, now: clock.now() }),
    );
    const statuses = await Promise.all(tries);
    return statuses.every((status) => status === 200 || status === 204);
  };
  const tryAt = (callback: Callback, milliseconds: number, tries: number) => {
    clock.after(milliseconds, async () => {
      if (await tryOnce(callback)) return;
      const next = retrySeconds[tries];
      if (next !== undefined) tryAt(callback, next * 1_000, tries + 1);
    });
  };
  return {
    faults,
    notify: (callback) => tryAt(callback, faults.delayMs, 0),
    send: (callback, forgery) => post(callback, { keys, faults, now: clock.now() }, forgery),
  };
}

interface Sender {
  readonly keys: Keys;
  readonly faults: CallbackFaults;
  readonly now: Date;
}

/** Returns the HTTP status of the response; 0 without one. */
async function post(
  { to, type, content }: Callback,
  { keys, faults, now }: Sender,
  forgery?: Forgery,
): Promise<number> {
  const told = forgery === 'wrong merchant' ? { ...content, mchid: '1600000001' } : content;
  const associated = type.startsWith('REFUND') ? 'refund' : 'transaction';
  const body = JSON.stringify({
    id: randomUUID(),
    create_time: now.toISOString(),
    event_type: type,
    resource_type: 'encrypt-resource',
    resource: forgery === 'not encrypted' ? told : encrypted(JSON.stringify(told), associated, keys),
  });
  const sign = forgery === undefined ? signedHeaders : forgedHeaders[forgery];
  const headers = sign(body, keyOf(keys, faults.signWith), now);
  return fetch(to, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  }).then(
    ({ status }) => status,
    () => 0,
  );
}

function keyOf({ certificate, publicMode }: Keys, signWith: CallbackFaults['signWith']): SigningKey {
  if (signWith === 'certificate') return certificate;
  if (signWith === 'public key') return publicMode;
  return randomInt(2) === 0 ? certificate : publicMode;
}
