import type { IncomingMessage } from 'node:http';
import type { ResourceDefinition } from '@gpulease/crds';
import { WebSocket } from 'ws';
import { errorFromBody, errorFromNetwork, type ApiError } from './api-error.ts';
import { systemClock, type Clock } from './clock.ts';
import { loadConfig, type Access } from './kube-config.ts';
import type { Logger } from './logger.ts';
import { pods } from './core/definitions.ts';
import { resourcePath, type ApiObject, type ObjectRef } from './object.ts';
import { Outage } from './outage.ts';
import { ResourceClient } from './resource-client.ts';
import type { ApiRequest, RequestReport } from './request.ts';
import type { ServerClock } from './server-clock.ts';
import { Transport } from './transport.ts';

export interface ConnectOptions {
  /** Path of a kubeconfig; default: what KUBECONFIG names, else the Pod's ServiceAccount. */
  kubeconfig?: string | undefined;
  /** Tells in the API server's audit log who asks. */
  userAgent?: string | undefined;
  /** Act as this user, as `kubectl --as` does; takes the right to impersonate it. */
  as?: string | undefined;
  /** Longest wait for an answer of anything but a watch; default 30 seconds. */
  requestTimeoutMs?: number | undefined;
  /** Called after each request, for metrics. */
  onRequest?: ((report: RequestReport) => void) | undefined;
  clock?: Clock | undefined;
  /** Learns from each answer what time it is at the API server. */
  serverClock?: ServerClock | undefined;
  /** Told once when the API server does not answer and once when it does again; what is tried meanwhile is not told. */
  logger?: Logger | undefined;
}

/** Which part of a container's log is read. */
export interface LogOptions {
  container: string;
  /** So many of the last lines. */
  tailLines: number;
  /** From the first of those lines on. */
  limitBytes: number;
  signal?: AbortSignal | undefined;
}

const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Connects to a cluster. Nothing is sent yet: the API server may still be down.
 * @throws when there is no kubeconfig, or it cannot be read
 */
export function connect(options: ConnectOptions = {}): Cluster {
  const { userAgent = 'gpulease', requestTimeoutMs = REQUEST_TIMEOUT_MS, clock = systemClock } = options;
  const { as, onRequest, serverClock, logger } = options;
  const config = loadConfig(options.kubeconfig);
  const outage = logger && new Outage({ clock, logger });
  return new Cluster(
    new Transport({ config, userAgent, as, requestTimeoutMs, clock, onRequest, serverClock, outage }),
  );
}

/** A connection to one cluster's API server, shared by all that use it. */
export class Cluster {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The client of one kind; `timeoutMs` replaces the connection's own request timeout. */
  resource<T extends ApiObject>(
    definition: ResourceDefinition<T>,
    { timeoutMs }: { timeoutMs?: number } = {},
  ): ResourceClient<T> {
    return new ResourceClient(this.#transport, definition, timeoutMs);
  }

  /**
   * Sends any request and returns the JSON of its answer, which the caller must judge.
   * @throws ApiError
   */
  request(request: ApiRequest): Promise<unknown> {
    return this.#transport.send(request, { verb: request.method.toLowerCase(), resource: 'raw' });
  }

  /**
   * The end of the log of a pod's container, which the API server reads from the kubelet.
   * @throws ApiError
   */
  async readLog(pod: ObjectRef, { signal, ...query }: LogOptions): Promise<string> {
    const path = `${resourcePath(pods, pod)}/log`;
    const request: ApiRequest = { method: 'GET', path, query: { ...query }, isText: true, signal };
    return (await this.#transport.send(request, { verb: 'get', resource: 'pods/log' })) as string;
  }

  /**
   * Opens a WebSocket to a path of the API server; the caller listens to it at once, and closes it.
   * @throws ApiError when the API refuses it or cannot be reached
   */
  async websocket(path: string, protocols: readonly string[] = []): Promise<WebSocket> {
    return openWebSocket(await this.#transport.access(), path, protocols);
  }

  /** Ends all connections; requests under way fail and watches end. */
  close(): Promise<void> {
    return this.#transport.close();
  }
}

const HANDSHAKE_TIMEOUT_MS = 10_000;

/**
 * Opens a WebSocket to a path of the API server, such as a machine's serial console.
 * @throws ApiError when the API refuses it or cannot be reached
 */
export function openWebSocket(
  access: Access,
  path: string,
  protocols: readonly string[],
): Promise<WebSocket> {
  const { server, headers, tls } = access;
  const socket = new WebSocket(`${server.replace(/^http/, 'ws')}${path}`, [...protocols], {
    ...tls,
    headers,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
  });
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      socket.removeAllListeners('error').removeAllListeners('unexpected-response');
      // What comes at once must wait until the caller listens.
      socket.pause();
      setImmediate(() => socket.resume());
      resolve(socket);
    });
    socket.on('error', (error) => reject(errorFromNetwork(error, server)));
    socket.on('unexpected-response', (_, response) => {
      void readRefusal(response)
        .then(reject, reject)
        .finally(() => socket.terminate());
    });
  });
}

async function readRefusal(response: IncomingMessage): Promise<ApiError> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return errorFromBody(response.statusCode ?? 500, Buffer.concat(chunks).toString());
}
