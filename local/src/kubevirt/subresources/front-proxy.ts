import type { TLSSocket } from 'node:tls';
import { configMaps, type Cluster } from '@gpulease/kube';

/** Client certificates with which the API server forwards requests of users. */
export interface FrontProxy {
  /** PEM of the signing authority. */
  authority: string;
  /** Permitted common names; if empty, all are. */
  allowedNames: readonly string[];
}

/** Reads the configuration that the API server publishes for aggregated API servers. */
export async function readFrontProxy(cluster: Cluster): Promise<FrontProxy> {
  const ref = { namespace: 'kube-system', name: 'extension-apiserver-authentication' };
  const { data = {} } = await cluster.resource(configMaps).get(ref);
  const authority = data['requestheader-client-ca-file'];
  if (authority === undefined) throw new Error('The API server is not set up for aggregated API servers');
  return { authority, allowedNames: JSON.parse(data['requestheader-allowed-names'] ?? '[]') as string[] };
}

/** Whether the caller is the API server, the only one trusted to name the user. */
export function isFrontProxy(socket: TLSSocket, { allowedNames }: Pick<FrontProxy, 'allowedNames'>): boolean {
  if (!socket.authorized) return false;
  const { CN } = socket.getPeerCertificate().subject;
  return allowedNames.length === 0 || allowedNames.some((name) => [CN].flat().includes(name));
}
