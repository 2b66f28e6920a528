/** The kubelet's port is open to GPULease's programs but reveals nothing. */
import { once } from 'node:events';
import { get } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { kubectl, type Cluster } from '../../../local/src/demo/kubectl.ts';
import { components, systemNamespace } from '../cluster/pods.ts';
import type { Target } from '../packets/senders.ts';

/** The kubelet accepts the token but denies the request. */
const forbidden = 403;

/** Throws if a kubelet lists its pods for one of GPULease's service accounts. */
export async function kubeletRefuses(cluster: Cluster, { address, port }: Target): Promise<void> {
  for (const component of components) {
    const account = `gpulease-${component}`;
    const token = await kubectl(cluster, ['create', 'token', `--namespace=${systemNamespace}`, account]);
    const status = await statusOf(`https://${address}:${port}/pods`, token.trim());
    if (status !== forbidden) throw new Error(`The kubelet answers ${account} with ${status ?? 'nothing'}`);
  }
}

/** Returns the HTTP status of a request. Accepts the kubelet's self-signed certificate. */
async function statusOf(url: string, token: string): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${token}` };
  const request = get(url, { headers, rejectUnauthorized: false, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.destroy();
  return response.statusCode;
}
