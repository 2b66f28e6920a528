/** The merchant's settings, read from files, so that no secret is in the environment. */
import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CertificateCheckName } from '@gpulease/contract/platform-checks';
import { latest } from '../../clock.ts';
import type { UnconfiguredProvider } from '../providers.ts';

/** Finds a key by its serial or id. */
export type PlatformKeys = Pick<ReadonlyMap<string, KeyObject>, 'get'>;

/** Expiry of certificates, by the check on the page Platform that shows it. */
export type WeChatCertificates = Readonly<Partial<Record<CertificateCheckName, () => Promise<Date>>>>;

export interface WeChatSettings {
  readonly appId: string;
  readonly merchantId: string;
  /** Serial number of the merchant's certificate. */
  readonly serial: string;
  readonly privateKey: KeyObject;
  readonly apiV3Key: Buffer;
  /** WeChat's keys, by certificate serial or public key id. */
  readonly platformKeys: PlatformKeys;
  /** Makes WeChat sign with its public key; undefined if the merchant has none yet. */
  readonly publicKeyId: string | undefined;
  readonly apiUrl: URL;
  readonly notifyUrl: string;
  readonly certificates: WeChatCertificates;
}

export interface WeChatPlace {
  /** Folder of the merchant's files. */
  readonly dir: string | undefined;
  readonly apiUrl: URL;
  /** Where WeChat sends its callbacks; undefined if the portal has no public address. */
  readonly notifyUrl: string | undefined;
}

const required = ['app-id', 'merchant-id', 'api-v3-key', 'apiclient_key.pem', 'apiclient_cert.pem'] as const;
const API_V3_KEY_BYTES = 32;

/** Reads the folder, or returns what is missing or wrong. */
export function readWeChatSettings(place: WeChatPlace): WeChatSettings | UnconfiguredProvider {
  const { dir, apiUrl, notifyUrl } = place;
  if (dir === undefined) return problem('GPULEASE_WECHATPAY_DIR is not set');
  if (notifyUrl === undefined) return problem('GPULEASE_PUBLIC_URL is not set');
  const files = fileReader(dir);
  const missing = required.filter((name) => files(name) === undefined);
  if (missing.length > 0) return problem(`${dir} lacks ${missing.join(', ')}`);
  try {
    return { ...readFiles(files, dir), apiUrl, notifyUrl };
  } catch (error) {
    return problem((error as Error).message);
  }
}

type Files = (name: string) => string | undefined;

function fileReader(dir: string): Files {
  return (name) => {
    const path = join(dir, name);
    const text = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
    return text === '' ? undefined : text;
  };
}

function readFiles(files: Files, dir: string): Omit<WeChatSettings, 'apiUrl' | 'notifyUrl'> {
  const read = (name: (typeof required)[number]) => files(name) ?? '';
  const apiV3Key = Buffer.from(read('api-v3-key'));
  if (apiV3Key.length !== API_V3_KEY_BYTES) throw new Error('api-v3-key must have 32 characters');
  const keys = keysIn(files);
  if (keys.size === 0)
    throw new Error('public-key.pem with public-key-id, or platform-certificates.pem, is missing');
  const merchant = new X509Certificate(read('apiclient_cert.pem'));
  return {
    appId: read('app-id'),
    merchantId: read('merchant-id'),
    serial: merchant.serialNumber,
    privateKey: createPrivateKey(read('apiclient_key.pem')),
    apiV3Key,
    platformKeys: renewedKeys(keys, files, dir),
    publicKeyId: files('public-key-id'),
    certificates: {
      WECHAT_MERCHANT_CERTIFICATE: () => Promise.resolve(merchant.validToDate),
      // WeChat’s public key does not expire.
      ...(files('public-key-id') === undefined && {
        WECHAT_PLATFORM_CERTIFICATE: () =>
          Promise.resolve(latest(...platformCertificates(files).map(({ validToDate }) => validToDate))),
      }),
    },
  };
}

function keysIn(files: Files): ReadonlyMap<string, KeyObject> {
  const certificates = platformCertificates(files);
  const ofCertificates = certificates.map((one) => [one.serialNumber, one.publicKey] as const);
  return new Map([...ofCertificates, ...publicKey(files)]);
}

/** WeChat renews its certificate every few years: for an unknown key, changed files are read again. */
function renewedKeys(first: ReadonlyMap<string, KeyObject>, files: Files, dir: string): PlatformKeys {
  let keys = first;
  let read = changedAt(dir);
  return {
    get(serial) {
      if (!keys.has(serial) && changedAt(dir) !== read) {
        keys = keysIn(files);
        read = changedAt(dir);
      }
      return keys.get(serial);
    },
  };
}

/** Returns when the files with WeChat's keys were last written. */
function changedAt(dir: string): string {
  const times = ['platform-certificates.pem', 'public-key.pem'].map(
    (name) => statSync(join(dir, name), { throwIfNoEntry: false })?.mtimeMs,
  );
  return times.join();
}

/** Returns the current certificate, and the next one before WeChat switches to it. */
function platformCertificates(files: Files): X509Certificate[] {
  const pems = files('platform-certificates.pem')?.match(
    /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g,
  );
  return (pems ?? []).map((pem) => new X509Certificate(pem));
}

function publicKey(files: Files): [string, KeyObject][] {
  const [id, pem] = [files('public-key-id'), files('public-key.pem')];
  return id !== undefined && pem !== undefined ? [[id, createPublicKey(pem)]] : [];
}

function problem(what: string): UnconfiguredProvider {
  return { problem: `WeChat Pay is not set up: ${what}.` };
}
