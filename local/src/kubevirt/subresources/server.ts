import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import type { World } from '../world.ts';
import { authorize } from './authorizer.ts';
import { cancelEvacuation, type CancelOptions } from './cancel-evacuation.ts';
import { cancelEvacuationPath, discover } from './discovery.ts';
import { evictionPath, reviewEviction } from './evictions.ts';
import { isFrontProxy, readFrontProxy, type FrontProxy } from './front-proxy.ts';
import { parsePath } from './path.ts';
import { changePower } from './power.ts';
import type { PowerAction, PowerOptions } from './power-request.ts';
import { notFound, Refusal } from './refusal.ts';
import { createServingCertificate, register, unregister } from './registration.ts';
import { serveStreams } from './streams.ts';

const actions: readonly string[] = ['start', 'stop', 'restart'] satisfies PowerAction[];

/**
 * Serves `subresources.kubevirt.io` behind the API server, which has asked RBAC before it forwards a request; we answer
 * nobody else. Answers, too, what the API server asks when a machine's pod is to be evicted. Resolves when the API server knows where to find us; the returned function takes that back.
 */
export async function serveSubresources(world: World, port: number): Promise<() => Promise<void>> {
  const certificate = await createServingCertificate();
  const frontProxy = await readFrontProxy(world.cluster);
  const { certificate: cert, key } = certificate.pair;
  const server = createServer({
    cert,
    key,
    ca: frontProxy.authority,
    requestCert: true,
    rejectUnauthorized: false,
  });
  server.on('request', (request, response) => void answer(world, frontProxy, { request, response }));
  const endStreams = serveStreams(world, server, (request) => authenticate(request, frontProxy));
  await listen(server, port);
  await register(world.cluster, {
    port: (server.address() as AddressInfo).port,
    authority: certificate.authority,
  });
  return async () => {
    await unregister(world.cluster);
    endStreams();
    server.close();
    server.closeAllConnections();
  };
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

/** Throws a Refusal unless it is the API server that calls. */
function authenticate(request: IncomingMessage, frontProxy: FrontProxy): void {
  const { socket } = request;
  if (socket instanceof TLSSocket && isFrontProxy(socket, frontProxy)) return;
  throw new Refusal(401, 'Unauthorized', 'request is not authenticated');
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

async function answer(world: World, frontProxy: FrontProxy, { request, response }: Exchange): Promise<void> {
  try {
    const { pathname } = new URL(request.url ?? '/', 'https://localhost');
    // API servers do not show who they are to webhooks.
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
  world.logger.info({ namespace, name, action: subresource }, 'Subresource was called');
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
