import { Agent, ProxyAgent, type Dispatcher } from 'undici';
import type { Access } from './kube-config.ts';

/** HTTP/2 carries a hundred requests per connection; this limits the connections through an HTTP/1.1 proxy. */
const MAX_CONNECTIONS = 32;
/** A connection attempt that the network drops must not delay the next one for long. */
const CONNECT = { keepAlive: true, keepAliveInitialDelay: 30_000, timeout: 5_000 };

/** Holds one long-lived connection pool until the certificates change. */
export class DispatcherCache {
  #current: { access: Access; fingerprint: string; dispatcher: Dispatcher } | undefined;

  /** Returns the connection pool, a new one if a certificate has changed since the last call. */
  get(access: Access): Dispatcher {
    if (this.#current?.access === access) return this.#current.dispatcher;
    const fingerprint = fingerprintOf(access);
    if (this.#current?.fingerprint !== fingerprint) {
      this.forget();
      this.#current = { access, fingerprint, dispatcher: createDispatcher(access) };
    }
    this.#current.access = access;
    return this.#current.dispatcher;
  }

  /** Makes the next call open new connections; requests on the old ones may finish. */
  forget(): void {
    const old = this.#current?.dispatcher;
    this.#current = undefined;
    void old?.close().catch(() => undefined);
  }

  /** Closes all connections and aborts the requests on them. */
  async destroy(): Promise<void> {
    const old = this.#current?.dispatcher;
    this.#current = undefined;
    await old?.destroy();
  }
}

function fingerprintOf({ server, proxyUrl, tls }: Access): string {
  const { ca, cert, key, rejectUnauthorized, servername } = tls;
  return JSON.stringify([server, proxyUrl, servername, rejectUnauthorized, ...[ca, cert, key].map(String)]);
}

function createDispatcher({ proxyUrl, tls }: Access): Dispatcher {
  if (proxyUrl === undefined) return new Agent({ ...limits, connect: { ...CONNECT, ...tls } });
  if (!/^https?:/.test(proxyUrl))
    throw new Error(`The proxy ${proxyUrl} of the kubeconfig is not an HTTP proxy`);
  return new ProxyAgent({ ...limits, uri: proxyUrl, requestTls: tls });
}

const limits = { connections: MAX_CONNECTIONS };
