import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import type { Cluster } from '@gpulease/kube';
import { listenLocally } from '../../http-server.ts';
import type { World } from '../world.ts';
import { cancelEvacuation, type CancelOptions } from './cancel-evacuation.ts';
import {
  cancelEvacuationPath,
  discover,
  parsePath,
  subresourceGroup,
  subresourceVersion,
  type SubresourcePath,
} from './discovery.ts';
import { evictionPath, reviewEviction } from './evictions.ts';
import { isFrontProxy, readFrontProxy, type FrontProxy } from './front-proxy.ts';
import { changePower } from './power.ts';
import type { PowerAction, PowerOptions } from './power-request.ts';
import { notFound, Refusal } from './refusal.ts';
import { createServingCertificate, register, unregister } from './registration.ts';
import { serveStreams } from './streams.ts';

const actions: readonly string[] = ['start', 'stop', 'restart'] satisfies PowerAction[];

/** Serves `subresources.kubevirt.io` and the eviction webhook to the API server only. Returns a function that stops it. */
export async function serveSubresources(world: World, port: number): Promise<() => Promise<void>> {
  const certificate = await createServingCertificate();
  const frontProxy = await readFrontProxy(world.cluster);
  const { certificate: cert, key } = certificate.pair;
  const ca = frontProxy.authority;
  const server = createServer({ cert, key, ca, requestCert: true, rejectUnauthorized: false });
  server.on('request', (request, response) => void answer(world, frontProxy, { request, response }));
  const endStreams = serveStreams(world, server, (request) => authenticate(request, frontProxy));
  const { authority } = certificate;
  await register(world.cluster, { port: await listenLocally(server, port), authority });
  return async () => {
    await unregister(world.cluster);
    endStreams();
    server.close();
    server.closeAllConnections();
  };
}

/** Throws Refusal unless the caller is the API server. */
function authenticate(request: IncomingMessage, frontProxy: FrontProxy): void {
  const { socket } = request;
  if (socket instanceof TLSSocket && isFrontProxy(socket, frontProxy)) return;
  throw new Refusal(401, 'Unauthorized', 'request is not authenticated');
}

async function answer(
  world: World,
  frontProxy: FrontProxy,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  try {
    const { pathname } = new URL(request.url ?? '/', 'https://localhost');
    // API servers do not authenticate to webhooks.
    if (request.method === 'POST' && pathname === evictionPath) {
      send(response, 200, await reviewEviction(world, request));
      return;
    }
    authenticate(request, frontProxy);
    const document = request.method === 'GET' ? discover(pathname) : undefined;
    if (document !== undefined) {
      send(response, 200, document);
      return;
    }
    await act(world, pathname, request);
    send(response, 202);
  } catch (error) {
    const refusal = Refusal.from(error);
    send(response, refusal.code, refusal.toStatus());
  }
}

async function act(world: World, pathname: string, request: IncomingMessage): Promise<void> {
  const path = parsePath(pathname);
  const { namespace, kind, name, subresource } = path;
  const isPower = kind === 'virtualmachines' && actions.includes(subresource);
  const isCancel = kind === 'virtualmachineinstances' && subresource === cancelEvacuationPath;
  if (!isPower && !isCancel) throw notFound('the server does not serve this path');
  if (request.method !== 'PUT')
    throw new Refusal(405, 'MethodNotAllowed', `${subresource} must be asked for by PUT`);
  await authorize(world.cluster, path, request.headers);
  const options = await readOptions(request);
  const ref = { namespace, name };
  if (isCancel) await cancelEvacuation(world, ref, options);
  else await changePower(world, ref, { action: subresource as PowerAction, options });
  world.logger.info({ namespace, name, action: subresource }, 'A subresource was called');
}

const REVIEWS = '/apis/authorization.k8s.io/v1/subjectaccessreviews';

/** Authorizes again, as virt-api does: the API server checks only the first part of the subresource. */
async function authorize(
  cluster: Cluster,
  { namespace, kind, name, subresource }: SubresourcePath,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const user = [headers['x-remote-user']].flat()[0] ?? '';
  const groups = [headers['x-remote-group'] ?? []].flat().flatMap((group) => group.split(', '));
  const asked = { group: subresourceGroup, version: subresourceVersion, namespace, name };
  const answer = await cluster.request({
    method: 'POST',
    path: REVIEWS,
    body: {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: { user, groups, resourceAttributes: { ...asked, verb: 'update', resource: kind, subresource } },
    },
  });
  const { status } = answer as { status?: { allowed?: boolean } };
  if (status?.allowed === true) return;
  const what = `${kind}.${subresourceGroup}/${subresource} in namespace ${namespace}`;
  throw new Refusal(403, 'Forbidden', `user "${user}" cannot update ${what}`);
}

async function readOptions(request: IncomingMessage): Promise<PowerOptions & CancelOptions> {
  const body = await text(request);
  try {
    return (body === '' ? {} : (JSON.parse(body) ?? {})) as PowerOptions & CancelOptions;
  } catch {
    throw new Refusal(400, 'BadRequest', 'the body is not JSON');
  }
}

function send(response: ServerResponse, code: number, body?: object): void {
  response.statusCode = code;
  if (body !== undefined) response.setHeader('content-type', 'application/json');
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
