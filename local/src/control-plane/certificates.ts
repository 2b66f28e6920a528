import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';

const keyAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const dayMs = 86_400_000;
const authorityDays = 3650;
const leafDays = 365;

x509.cryptoProvider.set(webcrypto);

type CryptoKey = webcrypto.CryptoKey;
type CryptoKeyPair = webcrypto.CryptoKeyPair;

/** A certificate and its private key (PKCS #8), both PEM. */
export interface KeyPair {
  certificate: string;
  key: string;
}

/** Who a certificate is for. Kubernetes reads the user from the common name and the groups from the organizations. */
export interface Subject {
  commonName: string;
  organizations?: readonly string[];
  /** DNS names and IP addresses it may serve under; without any, it is a client certificate only. */
  hosts?: readonly string[];
}

/** Creates the private key (PKCS #8 PEM) with which the API server signs ServiceAccount tokens. */
export async function createSigningKey(): Promise<string> {
  return exportKey((await generateKeys()).privateKey);
}

/** Creates a self-signed certificate authority, valid for ten years. */
export async function createAuthority(commonName: string): Promise<KeyPair> {
  const keys = await generateKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity(authorityDays),
    name: distinguishedName({ commonName }),
    keys,
    signingAlgorithm: keyAlgorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: certificate.toString('pem'), key: await exportKey(keys.privateKey) };
}

/** Issues a certificate for `subject`, signed by `authority` and valid for a year. */
export async function issueCertificate(authority: KeyPair, subject: Subject): Promise<KeyPair> {
  const issuer = new x509.X509Certificate(authority.certificate);
  const keys = await generateKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity(leafDays),
    subject: distinguishedName(subject),
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: await importKey(authority.key),
    signingAlgorithm: keyAlgorithm,
    extensions: [
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension(extendedUsages(subject)),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
      ...alternativeNames(subject.hosts ?? []),
    ],
  });
  return { certificate: certificate.toString('pem'), key: await exportKey(keys.privateKey) };
}

function extendedUsages({ hosts = [] }: Subject): x509.ExtendedKeyUsage[] {
  const client = x509.ExtendedKeyUsage.clientAuth;
  return hosts.length > 0 ? [client, x509.ExtendedKeyUsage.serverAuth] : [client];
}

function alternativeNames(hosts: readonly string[]): x509.Extension[] {
  if (hosts.length === 0) return [];
  return [
    new x509.SubjectAlternativeNameExtension(
      hosts.map((value) => ({ type: isIP(value) ? ('ip' as const) : ('dns' as const), value })),
    ),
  ];
}

function distinguishedName({ commonName, organizations = [] }: Subject): x509.JsonName {
  return [{ CN: [commonName] }, ...organizations.map((name) => ({ O: [name] }))];
}

/** Starts an hour ago to tolerate clocks that run behind. */
function validity(days: number): { serialNumber: string; notBefore: Date; notAfter: Date } {
  const now = Date.now();
  return {
    serialNumber: `00${randomBytes(16).toString('hex')}`,
    notBefore: new Date(now - 3_600_000),
    notAfter: new Date(now + days * dayMs),
  };
}

function generateKeys(): Promise<CryptoKeyPair> {
  return webcrypto.subtle.generateKey(keyAlgorithm, true, ['sign', 'verify']);
}

async function exportKey(key: CryptoKey): Promise<string> {
  return x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

function importKey(pem: string): Promise<CryptoKey> {
  return webcrypto.subtle.importKey('pkcs8', x509.PemConverter.decodeFirst(pem), keyAlgorithm, false, [
    'sign',
  ]);
}
