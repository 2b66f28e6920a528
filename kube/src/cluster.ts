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
  /** Path of a kubeconfig; default: the file that KUBECONFIG names, else the Pod's ServiceAccount. */
  kubeconfig?: string | undefined;
  /** Identifies the caller in the API server's audit log. */
  userAgent?: string | undefined;
  /** The user to impersonate, like `kubectl --as`; requires the permission to impersonate. */
  as?: string | undefined;
  /** The longest wait for a response to anything but a watch; default 30 seconds. */
  requestTimeoutMs?: number | undefined;
  /** Called after each request, for metrics. */
  onRequest?: ((report: RequestReport) => void) | undefined;
  clock?: Clock | undefined;
  /** Learns the API server's time from each response. */
  serverClock?: ServerClock | undefined;
  /** Logs the start and the end of an outage of the API server once each, not the failed requests in between. */
  logger?: Logger | undefined;
}

/** The part of a container's log to read. */
export interface LogOptions {
  container: string;
  /** The number of last lines to read. */
  tailLines: number;
  /** The number of bytes to read, from the first of those lines. */
  limitBytes: number;
  signal?: AbortSignal | undefined;
}

const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Prepares a connection to a cluster. Sends nothing yet, so the API server may be down.
 * @throws when there is no kubeconfig or it cannot be read
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

/** A connection to one cluster's API server, shared by all its clients. */
export class Cluster {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns the client of one kind; `timeoutMs` overrides the connection's request timeout. */
  resource<T extends ApiObject>(
    definition: ResourceDefinition<T>,
    { timeoutMs }: { timeoutMs?: number } = {},
  ): ResourceClient<T> {
    return new ResourceClient(this.#transport, definition, timeoutMs);
  }

  /**
   * Sends any request and returns the JSON of its response, which the caller must validate.
   * @throws ApiError
   */
  request(request: ApiRequest): Promise<unknown> {
    return this.#transport.send(request, { verb: request.method.toLowerCase(), resource: 'raw' });
  }

  /**
   * Returns the end of a container's log, which the API server reads from the kubelet.
   * @throws ApiError
   */
  async readLog(pod: ObjectRef, { signal, ...query }: LogOptions): Promise<string> {
    const path = `${resourcePath(pods, pod)}/log`;
    const request: ApiRequest = { method: 'GET', path, query: { ...query }, isText: true, signal };
    return (await this.#transport.send(request, { verb: 'get', resource: 'pods/log' })) as string;
  }

  /**
   * Opens a WebSocket to a path of the API server. The caller must add its listeners immediately, and close it.
   * @throws ApiError when the API refuses it or cannot be reached
   */
  async websocket(path: string, protocols: readonly string[] = []): Promise<WebSocket> {
    return openWebSocket(await this.#transport.access(), path, protocols);
  }

  /** Closes all connections: pending requests fail and watches end. */
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
      // Messages that arrive immediately wait until the caller listens.
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
