import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { errorFromBody, errorFromNetwork, type ApiError } from './api-error.ts';
import type { Access } from './kube-config.ts';

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
