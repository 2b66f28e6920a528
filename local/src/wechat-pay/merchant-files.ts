/** Keys of a fictional merchant and of the WeChat Pay simulator, stored in a folder. */
import 'reflect-metadata';
import { createHash, generateKeyPairSync, randomBytes, randomInt, webcrypto } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';

export interface MerchantFiles {
  /** The portal's GPULEASE_WECHATPAY_DIR. */
  readonly merchantDir: string;
  /** The simulator's own keys. */
  readonly platformDir: string;
}

x509.cryptoProvider.set(webcrypto);

const YEAR_MS = 365 * 24 * 3_600_000;

/** Creates the folder's files if missing. */
export async function keepMerchantFiles(dir: string): Promise<MerchantFiles> {
  const files = { merchantDir: join(dir, 'merchant'), platformDir: join(dir, 'platform') };
  if (existsSync(files.platformDir)) return files;
  const [merchant, platform] = await Promise.all([
    issueCertificate('CN=gpulease-merchant'),
    issueCertificate('CN=wechat-pay-simulator'),
  ]);
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicKeyId = `PUB_KEY_ID_${createHash('sha256').update(platform.certificate).digest('hex').slice(0, 24)}`;
  writeAll(files.merchantDir, {
    'app-id': `wx${randomBytes(8).toString('hex')}`,
    'merchant-id': `16${randomInt(10_000_000, 99_999_999)}`,
    'api-v3-key': randomBytes(16).toString('hex'),
    'apiclient_key.pem': merchant.privateKey,
    'apiclient_cert.pem': merchant.certificate,
    'public-key-id': publicKeyId,
    'public-key.pem': pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    'platform-certificates.pem': platform.certificate,
  });
  writeAll(files.platformDir, {
    'certificate-key.pem': platform.privateKey,
    'public-mode-key.pem': pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  });
  return files;
}

function writeAll(dir: string, texts: Readonly<Record<string, string>>): void {
  mkdirSync(dir, { recursive: true });
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(dir, name), text, { mode: 0o600 });
}

/** Returns the trimmed text of one of the files. */
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
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    certificate: certificate.toString('pem'),
    privateKey: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY'),
  };
}
