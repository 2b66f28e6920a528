/** The simulator's side of the protocol: verifies the merchant's signature, signs with one of two keys, and encrypts. */
import {
  createCipheriv,
  createPrivateKey,
  createSign,
  createVerify,
  randomBytes,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { readMerchantFile, type MerchantFiles } from './merchant-files.ts';

export interface Keys {
  readonly appId: string;
  readonly merchantId: string;
  readonly apiV3Key: string;
  readonly merchant: X509Certificate;
  readonly certificate: SigningKey;
  readonly publicMode: SigningKey;
}

export interface SigningKey {
  /** Value of the header Wechatpay-Serial. */
  readonly serial: string;
  readonly key: KeyObject;
}

export function readKeys({ merchantDir, platformDir }: MerchantFiles): Keys {
  const certificate = new X509Certificate(readMerchantFile(merchantDir, 'platform-certificates.pem'));
  return {
    appId: readMerchantFile(merchantDir, 'app-id'),
    merchantId: readMerchantFile(merchantDir, 'merchant-id'),
    apiV3Key: readMerchantFile(merchantDir, 'api-v3-key'),
    merchant: new X509Certificate(readMerchantFile(merchantDir, 'apiclient_cert.pem')),
    certificate: {
      serial: certificate.serialNumber,
      key: createPrivateKey(readMerchantFile(platformDir, 'certificate-key.pem')),
    },
    publicMode: {
      serial: readMerchantFile(merchantDir, 'public-key-id'),
      key: createPrivateKey(readMerchantFile(platformDir, 'public-mode-key.pem')),
    },
  };
}

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Whether the merchant signed a request. */
export function isFromMerchant({ method, url, headers, body }: Received, keys: Keys): boolean {
  const header = headers.authorization ?? '';
  const part = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(header)?.[1] ?? '';
  const text = `${method}\n${url}\n${part('timestamp')}\n${part('nonce_str')}\n${body}\n`;
  return (
    header.startsWith('WECHATPAY2-SHA256-RSA2048 ') &&
    part('mchid') === keys.merchantId &&
    part('serial_no') === keys.merchant.serialNumber &&
    createVerify('RSA-SHA256').update(text).verify(keys.merchant.publicKey, part('signature'), 'base64')
  );
}

/** Returns the headers that authenticate a message of the simulator. */
export function signedHeaders(body: string, { serial, key }: SigningKey, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const nonce = randomBytes(16).toString('hex');
  const signature = createSign('RSA-SHA256').update(`${timestamp}\n${nonce}\n${body}\n`).sign(key, 'base64');
  return {
    'Wechatpay-Timestamp': timestamp,
    'Wechatpay-Nonce': nonce,
    'Wechatpay-Signature': signature,
    'Wechatpay-Serial': serial,
    'Wechatpay-Signature-Type': 'WECHATPAY2-SHA256-RSA2048',
  };
}

/** Encrypts the `resource` of a callback. */
export function encrypted(text: string, associated: string, { apiV3Key }: Keys): object {
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv('aes-256-gcm', apiV3Key, nonce).setAAD(Buffer.from(associated));
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return {
    original_type: associated,
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: bytes.toString('base64'),
    associated_data: associated,
    nonce,
  };
}
