import { chmod, writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import type { KeyPair } from './certificates.ts';

/** How a kubeconfig's user authenticates. */
type Credentials = { clientCertificate: KeyPair } | { tokenFile: string } | { token: string };

export interface KubeconfigOptions {
  server: string;
  /** PEM of the authority that signed the API server's certificate. */
  authority: string;
  user: string;
  credentials: Credentials;
}

/** Writes a kubeconfig with one cluster, one user and one context, readable by its owner only. */
export async function writeKubeconfig(path: string, options: KubeconfigOptions): Promise<void> {
  await writeFile(path, renderKubeconfig(options), { mode: 0o600 });
  await chmod(path, 0o600);
}

/** Returns the YAML of a kubeconfig with one cluster, one user and one context. */
export function renderKubeconfig({ server, authority, user, credentials }: KubeconfigOptions): string {
  const cluster = 'gpulease-local';
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: cluster, cluster: { server, 'certificate-authority-data': base64(authority) } }],
    users: [{ name: user, user: renderCredentials(credentials) }],
    contexts: [{ name: cluster, context: { cluster, user } }],
    'current-context': cluster,
  });
}

function renderCredentials(credentials: Credentials): Record<string, string> {
  if (!('clientCertificate' in credentials)) return credentials;
  const { certificate, key } = credentials.clientCertificate;
  return { 'client-certificate-data': base64(certificate), 'client-key-data': base64(key) };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
