import type { TLSSocket } from 'node:tls';
import { configMaps, type Cluster } from '@gpulease/kube';

/** By which certificate the API server proves that it forwards somebody's request. */
export interface FrontProxy {
  /** PEM of the authority that signed it. */
  authority: string;
  /** The names it may have; empty: any. */
  allowedNames: readonly string[];
}

/** Reads what the API server publishes about itself for aggregated API servers. */
export async function readFrontProxy(cluster: Cluster): Promise<FrontProxy> {
  const ref = { namespace: 'kube-system', name: 'extension-apiserver-authentication' };
  const { data = {} } = await cluster.resource(configMaps).get(ref);
  const authority = data['requestheader-client-ca-file'];
  if (authority === undefined) throw new Error('The API server is not set up for aggregated API servers');
  return { authority, allowedNames: JSON.parse(data['requestheader-allowed-names'] ?? '[]') as string[] };
}

/** Whether the caller is the API server, whose word about the user we take. Anybody else is nobody. */
export function isFrontProxy(socket: TLSSocket, { allowedNames }: Pick<FrontProxy, 'allowedNames'>): boolean {
  if (!socket.authorized) return false;
  const { CN } = socket.getPeerCertificate().subject;
  return allowedNames.length === 0 || allowedNames.some((name) => [CN].flat().includes(name));
}
