import { Agent, ProxyAgent, type Dispatcher } from 'undici';
import type { Access } from './kube-config.ts';

/** HTTP/2 carries a hundred requests on one connection; this bounds what an HTTP/1.1 proxy in between would make us open. */
const MAX_CONNECTIONS = 32;
/** A connection that a network swallows must not hold up the next one for long. */
const CONNECT = { keepAlive: true, keepAliveInitialDelay: 30_000, timeout: 5_000 };

/** Keeps one long-lived set of connections for as long as the certificates stay the same. */
export class DispatcherCache {
  #current: { access: Access; fingerprint: string; dispatcher: Dispatcher } | undefined;

  /** The connections to use; new ones when a certificate has changed since the last call. */
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

  /** Lets the next call begin with new connections; what runs on the old ones may finish. */
  forget(): void {
    const old = this.#current?.dispatcher;
    this.#current = undefined;
    void old?.close().catch(() => undefined);
  }

  /** Ends all connections and what still runs on them. */
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
