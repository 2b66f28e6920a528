import { request } from 'node:https';
import type { KeyPair } from './certificates.ts';

const timeoutMs = 5_000;

export interface HttpsRequest {
  url: string;
  /** PEM of the authority that must have signed the server's certificate. */
  authority: string;
  client?: KeyPair;
  method?: string;
  body?: unknown;
}

/** Sends one HTTPS request with a JSON body, for the few calls to the control plane made without a client library. */
export function callHttps(options: HttpsRequest): Promise<{ status: number; body: string }> {
  const { url, authority, client, method = 'GET', body } = options;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method,
        ca: authority,
        cert: client?.certificate,
        key: client?.key,
        agent: false,
        timeout: timeoutMs,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
        );
      },
    );
    outgoing.on('timeout', () =>
      outgoing.destroy(new Error(`${url} did not answer within ${timeoutMs / 1000} s`)),
    );
    outgoing.on('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
