import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { TLSSocket } from 'node:tls';
import { configMaps, type Cluster } from '@gpulease/kube';
import { closeServer, listenLocally } from '../../http-server.ts';
import { checkConsole } from '../guest/check-console.ts';
import { consoleLogContainer } from '../instance/pod.ts';
import { isFrontProxy } from '../subresources/front-proxy.ts';
import { notFound, Refusal } from '../subresources/refusal.ts';
import { createServingCertificate } from '../subresources/registration.ts';
import type { World } from '../world.ts';
import { partOfLog } from './container-log.ts';

/** Common name of the API server's client certificate for kubelets. */
const API_SERVER = 'kube-apiserver-kubelet-client';

/** Serves all kubelets on one port of 127.0.0.1. They return the logs of machines to the API server alone. */
export async function serveKubelets(world: World): Promise<{ port: number; stop: () => Promise<void> }> {
  const { certificate: cert, key } = (await createServingCertificate()).pair;
  const ca = await clientAuthority(world.cluster);
  const server = createServer({ cert, key, ca, requestCert: true, rejectUnauthorized: false });
  server.on('request', (request, response) => {
    response.setHeader('content-type', 'text/plain');
    try {
      response.end(answer(world, request));
    } catch (error) {
      const { code, message } = Refusal.from(error);
      response.writeHead(code).end(message);
    }
  });
  return { port: await listenLocally(server, 0), stop: () => closeServer(server) };
}

/** Returns the PEM of the authority of client certificates, including the one that the API server presents to kubelets. */
async function clientAuthority(cluster: Cluster): Promise<string> {
  const ref = { namespace: 'kube-system', name: 'extension-apiserver-authentication' };
  const { data = {} } = await cluster.resource(configMaps).get(ref);
  return data['client-ca-file'] ?? '';
}

function answer(world: World, { method, url = '/', socket }: IncomingMessage): Buffer {
  const isApiServer = socket instanceof TLSSocket && isFrontProxy(socket, { allowedNames: [API_SERVER] });
  if (!isApiServer) throw new Refusal(401, 'Unauthorized', 'Unauthorized');
  if (method !== 'GET') throw new Refusal(405, 'MethodNotAllowed', 'only logs are served, by GET');
  const { pathname, searchParams } = new URL(url, 'https://localhost');
  return partOfLog(logAt(world, pathname), searchParams);
}

/** Returns the whole log of the container at `/containerLogs/NAMESPACE/POD/CONTAINER`. */
function logAt(world: World, pathname: string): string {
  const [, root, namespace, name = '', container] = pathname.split('/').map(decodeURIComponent);
  const pod = root === 'containerLogs' ? world.pods.store.get({ namespace, name }) : undefined;
  if (pod?.spec === undefined) throw notFound(`pod "${name}" not found`);
  const { containers, initContainers = [], nodeName = '' } = pod.spec;
  if (![...containers, ...initContainers].some((one) => one.name === container))
    throw notFound(`container not found in pod "${name}"`);
  return container === consoleLogContainer
    ? checkConsole(pod, world.nodes.store.get({ name: nodeName }))
    : '';
}
