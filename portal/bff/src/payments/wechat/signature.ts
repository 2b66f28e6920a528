/** WeChat Pay's signatures (API v3) in both directions: SHA-256 with RSA over a few lines. */
import { sign, verify, type KeyObject } from 'node:crypto';
import type { PlatformKeys, WeChatSettings } from './settings.ts';

/** A message whose time differs more from our clock is refused: it may be a replay. */
const WINDOW_SECONDS = 300;

/** WeChat sometimes sends messages with such a signature, to check that they are refused. */
const PROBE_PREFIX = 'WECHATPAY/SIGNTEST/';

export interface Request {
  readonly method: 'GET' | 'POST';
  /** Includes the query. */
  readonly path: string;
  readonly body: string;
}

/** Returns the Authorization header of a request; `timestamp` in seconds. */
export function authorizationOf(
  { method, path, body }: Request,
  { merchantId, serial, privateKey }: Pick<WeChatSettings, 'merchantId' | 'serial' | 'privateKey'>,
  { timestamp, nonce }: { readonly timestamp: number; readonly nonce: string },
): string {
  const signature = signLines([method, path, String(timestamp), nonce, body], privateKey);
  const parts = { mchid: merchantId, nonce_str: nonce, signature, timestamp, serial_no: serial };
  const listed = Object.entries(parts).map(([name, value]) => `${name}="${value}"`);
  return `WECHATPAY2-SHA256-RSA2048 ${listed.join(',')}`;
}

/** Signs lines, each ended by a line feed; returns base64. */
export function signLines(lines: readonly string[], privateKey: KeyObject): string {
  return sign('sha256', Buffer.from(joined(lines)), privateKey).toString('base64');
}

/** Whether a signature over lines is valid. */
export function areSigned(lines: readonly string[], signature: string, publicKey: KeyObject): boolean {
  return verify('sha256', Buffer.from(joined(lines)), publicKey, Buffer.from(signature, 'base64'));
}

/** A response or a callback, as received. */
export interface SignedMessage {
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature: string;
  /** The key of WeChat that signed it: a certificate's serial number or the id of the public key. */
  readonly serial: string;
  /** Byte for byte. */
  readonly body: string;
}

/** Returns why a message is not from WeChat; undefined if it is. */
export function forgeryOf(
  { timestamp, nonce, signature, serial, body }: SignedMessage,
  keys: PlatformKeys,
  now: Date,
): string | undefined {
  if (signature === '' || signature.startsWith(PROBE_PREFIX)) return 'it has no signature';
  const age = Math.abs(now.getTime() / 1_000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || age > WINDOW_SECONDS) return 'it is not of this time';
  const key = keys.get(serial);
  if (!key) return `it is signed with a key that we do not have (${serial.slice(0, 64)})`;
  return areSigned([timestamp, nonce, body], signature, key) ? undefined : 'its signature is wrong';
}

/** Returns the signed message of a request or a response. Missing headers are empty, so the signature is refused. */
export function messageOf(header: (name: string) => string | null | undefined, body: string): SignedMessage {
  return {
    timestamp: header('Wechatpay-Timestamp') ?? '',
    nonce: header('Wechatpay-Nonce') ?? '',
    signature: header('Wechatpay-Signature') ?? '',
    serial: header('Wechatpay-Serial') ?? '',
    body,
  };
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
