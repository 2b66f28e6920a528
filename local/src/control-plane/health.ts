import { connect } from 'node:net';
import { callHttps, type HttpsRequest } from './https-client.ts';

/** Whether a GET over TLS returns 200. */
export async function isHealthy(options: HttpsRequest): Promise<boolean> {
  try {
    return (await callHttps(options)).status === 200;
  } catch {
    return false;
  }
}

/** Whether a GET over plain HTTP succeeds within 5 seconds. */
export async function isHealthyOverHttp(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
}

/** Whether something accepts connections on this port of 127.0.0.1. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const answer = (listening: boolean) => (): void => {
      socket.destroy();
      resolve(listening);
    };
    socket.once('connect', answer(true));
    socket.once('error', answer(false));
  });
}
