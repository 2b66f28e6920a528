/** The kubelet's port is open to our programs, and tells them nothing. */
import { once } from 'node:events';
import { get } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { kubectl, type Cluster } from '../../../local/src/demo/kubectl.ts';
import { components, systemNamespace } from '../cluster/pods.ts';
import type { Target } from '../packets/senders.ts';

/** It knows the token, and forbids what it is asked. */
const forbidden = 403;

/** Throws where the kubelet there lists its pods for one of our service accounts. */
export async function kubeletRefuses(cluster: Cluster, { address, port }: Target): Promise<void> {
  for (const component of components) {
    const account = `gpulease-${component}`;
    const token = await kubectl(cluster, ['create', 'token', `--namespace=${systemNamespace}`, account]);
    const status = await statusOf(`https://${address}:${port}/pods`, token.trim());
    if (status !== forbidden) throw new Error(`The kubelet answers ${account} with ${status ?? 'nothing'}`);
  }
}

/** Its certificate is its own. */
async function statusOf(url: string, token: string): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${token}` };
  const request = get(url, { headers, rejectUnauthorized: false, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.destroy();
  return response.statusCode;
}
