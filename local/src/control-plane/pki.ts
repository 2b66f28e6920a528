import { createPublicKey } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createAuthority,
  createSigningKey,
  issueCertificate,
  type KeyPair,
  type Subject,
} from './certificates.ts';

/** Kubernetes' built-in group of cluster administrators. */
const administrators = 'system:masters';
const loopback = ['127.0.0.1', 'localhost', '::1'];
const services = ['kubernetes', 'kubernetes.default', 'kubernetes.default.svc', '10.96.0.1'];

/** Authorities and client certificates of one local cluster. The authorities are stored in `folder` and survive restarts. */
export interface Pki {
  folder: string;
  /** Signs the certificates of the API server and its users. */
  cluster: KeyPair;
  /** Signs the certificate with which the API server authenticates to aggregated API servers on behalf of a user. */
  frontProxy: KeyPair;
  /** Separate from `cluster`, since every client it signs can read and write etcd. */
  etcd: KeyPair;
  /** Client certificate for etcd. */
  etcdClient: KeyPair;
  /** The cluster administrator's client certificate. */
  administrator: KeyPair;
}

/** Creates missing authorities and the ServiceAccount key in `folder`, and reissues all certificates. */
export async function preparePki(folder: string): Promise<Pki> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await keepSigningKey(folder);
  const cluster = await keptAuthority(folder, 'ca');
  const frontProxy = await keptAuthority(folder, 'front-proxy-ca');
  const etcd = await keptAuthority(folder, 'etcd-ca');
  await issueTo(folder, 'apiserver', cluster, {
    commonName: 'kube-apiserver',
    hosts: [...loopback, ...services],
  });
  await issueTo(folder, 'apiserver-kubelet-client', cluster, {
    commonName: 'kube-apiserver-kubelet-client',
    organizations: [administrators],
  });
  await issueTo(folder, 'front-proxy-client', frontProxy, { commonName: 'front-proxy-client' });
  await issueTo(folder, 'etcd', etcd, { commonName: 'etcd', hosts: loopback });
  await issueTo(folder, 'etcd-client', etcd, { commonName: 'kube-apiserver' });
  await issueTo(folder, 'admin', cluster, { commonName: 'gpulease:admin', organizations: [administrators] });
  return readPki(folder);
}

/** Reads the files that `preparePki` wrote to `folder`. */
export function readPki(folder: string): Pki {
  return {
    folder,
    cluster: readPair(folder, 'ca'),
    frontProxy: readPair(folder, 'front-proxy-ca'),
    etcd: readPair(folder, 'etcd-ca'),
    etcdClient: readPair(folder, 'etcd-client'),
    administrator: readPair(folder, 'admin'),
  };
}

/** Issues a client certificate for a Kubernetes user. */
export function issueUser(pki: Pki, name: string, groups: readonly string[] = []): Promise<KeyPair> {
  return issueCertificate(pki.cluster, { commonName: name, organizations: groups });
}

async function keptAuthority(folder: string, name: string): Promise<KeyPair> {
  if (!existsSync(join(folder, `${name}.crt`)))
    writePair(folder, name, await createAuthority(`gpulease-local-${name}`));
  return readPair(folder, name);
}

/** Writes the key pair of ServiceAccount tokens: one file for signing, one for verification. */
async function keepSigningKey(folder: string): Promise<void> {
  const path = join(folder, 'service-account.key');
  if (!existsSync(path)) writeFileSync(path, await createSigningKey(), { mode: 0o600 });
  const publicKey = createPublicKey(readFileSync(path, 'utf8'));
  writeFileSync(join(folder, 'service-account.pub'), publicKey.export({ type: 'spki', format: 'pem' }));
}

async function issueTo(folder: string, name: string, authority: KeyPair, subject: Subject): Promise<void> {
  writePair(folder, name, await issueCertificate(authority, subject));
}

/** Writes the key first, so that a certificate never exists without its key. */
function writePair(folder: string, name: string, { certificate, key }: KeyPair): void {
  writeFileSync(join(folder, `${name}.key`), key, { mode: 0o600 });
  writeFileSync(join(folder, `${name}.crt`), certificate);
}

function readPair(folder: string, name: string): KeyPair {
  return {
    certificate: readFileSync(join(folder, `${name}.crt`), 'utf8'),
    key: readFileSync(join(folder, `${name}.key`), 'utf8'),
  };
}
