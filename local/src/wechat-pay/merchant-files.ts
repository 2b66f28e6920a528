/** The keys of a made-up merchant and of the WeChat Pay simulator, kept in a folder. */
import 'reflect-metadata';
import { createHash, generateKeyPairSync, randomBytes, randomInt, webcrypto } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';

export interface MerchantFiles {
  /** What the portal is given as GPULEASE_WECHATPAY_DIR. */
  readonly merchantDir: string;
  /** The simulator's own keys. */
  readonly platformDir: string;
}

x509.cryptoProvider.set(webcrypto);

const YEAR_MS = 365 * 24 * 3_600_000;

/** Makes the folder's files unless they are there. */
export async function keepMerchantFiles(dir: string): Promise<MerchantFiles> {
  const files = { merchantDir: join(dir, 'merchant'), platformDir: join(dir, 'platform') };
  if (existsSync(files.platformDir)) return files;
  mkdirSync(files.merchantDir, { recursive: true });
  const [merchant, platform] = await Promise.all([
    issueCertificate('CN=gpulease-merchant'),
    issueCertificate('CN=wechat-pay-simulator'),
  ]);
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicKeyId = `PUB_KEY_ID_${createHash('sha256').update(platform.certificate).digest('hex').slice(0, 24)}`;
  const write = (name: string, text: string) =>
    writeFileSync(join(files.merchantDir, name), text, { mode: 0o600 });
  write('app-id', `wx${randomBytes(8).toString('hex')}`);
  write('merchant-id', `16${randomInt(10_000_000, 99_999_999)}`);
  write('api-v3-key', randomBytes(16).toString('hex'));
  write('apiclient_key.pem', merchant.privateKey);
  write('apiclient_cert.pem', merchant.certificate);
  write('public-key-id', publicKeyId);
  write('public-key.pem', pair.publicKey.export({ type: 'spki', format: 'pem' }).toString());
  write('platform-certificates.pem', platform.certificate);
  mkdirSync(files.platformDir);
  const keep = (name: string, text: string) =>
    writeFileSync(join(files.platformDir, name), text, { mode: 0o600 });
  keep('certificate-key.pem', platform.privateKey);
  keep('public-mode-key.pem', pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  return files;
}

/** The text of one of the files. */
export function readMerchantFile(dir: string, name: string): string {
  return readFileSync(join(dir, name), 'utf8').trim();
}

async function issueCertificate(name: string): Promise<{ certificate: string; privateKey: string }> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name,
    keys,
    signingAlgorithm: algorithm,
    serialNumber: `4${randomBytes(19).toString('hex')}`.slice(0, 40),
    notBefore: new Date(Date.now() - 24 * 3_600_000),
    notAfter: new Date(Date.now() + 5 * YEAR_MS),
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const lines = pkcs8.match(/.{1,64}/g) ?? [];
  return {
    certificate: certificate.toString('pem'),
    privateKey: ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n'),
  };
}
