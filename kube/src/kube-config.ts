import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { clusterSettings, readSettings } from './settings.ts';

/** The API server's address and our current credentials. */
export interface Access {
  /** `https://HOST:PORT`, without a trailing slash. */
  server: string;
  headers: Record<string, string>;
  tls: Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'servername' | 'rejectUnauthorized'>;
  proxyUrl: string | undefined;
}

/** The supported fields of a kubeconfig's cluster. */
interface ClusterFields {
  server: string;
  'certificate-authority'?: string;
  'certificate-authority-data'?: string;
  'insecure-skip-tls-verify'?: boolean;
  'tls-server-name'?: string;
  'proxy-url'?: string;
}

/** The supported fields of a kubeconfig's user. */
interface UserFields {
  token?: string;
  tokenFile?: string;
  'client-certificate'?: string;
  'client-certificate-data'?: string;
  'client-key'?: string;
  'client-key-data'?: string;
  username?: string;
  password?: string;
  exec?: object;
  'auth-provider'?: object;
}

interface KubeconfigFile {
  clusters?: { name: string; cluster: ClusterFields }[];
  users?: { name: string; user?: UserFields }[];
  contexts?: { name: string; context: { cluster: string; user: string } }[];
  'current-context'?: string;
}

/** How long certificates and tokens are cached. */
const FRESH_MS = 1_000;

/** Where Kubernetes mounts a Pod's credentials. */
const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/** The cluster and user of one connection. */
export class ClusterConfig {
  readonly #cluster: ClusterFields;
  readonly #user: UserFields;
  /** Path of the kubeconfig; absent in a Pod. Paths in it are relative to its folder. */
  readonly #file: string | undefined;
  #latest: { access: Access; readAt: number } | undefined;
  #credentialPlugin: Promise<CredentialPlugin> | undefined;

  constructor(cluster: ClusterFields, user: UserFields, file?: string) {
    this.#cluster = { ...cluster, server: cluster.server.replace(/\/$/, '') };
    this.#user = user;
    this.#file = file;
  }

  get server(): string {
    return this.#cluster.server;
  }

  /** Returns the current credentials, reloading certificates and tokens that are more than a second old. */
  async access(): Promise<Access> {
    const now = Date.now();
    // A clock set back must not extend the cache.
    if (this.#latest !== undefined && Math.abs(now - this.#latest.readAt) < FRESH_MS)
      return this.#latest.access;
    const access = await this.#readAccess();
    this.#latest = { access, readAt: now };
    return access;
  }

  async #readAccess(): Promise<Access> {
    const { server, 'proxy-url': proxyUrl } = this.#cluster;
    const { tls, headers } = await this.#runPlugin();
    return {
      server,
      proxyUrl,
      headers: { ...this.#headers(), ...headers },
      tls: defined({ ...this.#tls(), ...tls }),
    };
  }

  #headers(): Record<string, string> {
    const { username, password = '', token, tokenFile } = this.#user;
    if (username !== undefined) {
      return { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
    }
    const bearer = tokenFile === undefined ? token : this.#read(tokenFile).toString('utf8').trim();
    return bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` };
  }

  #tls(): Access['tls'] {
    const cluster = this.#cluster;
    const user = this.#user;
    return {
      ca: this.#pem(cluster['certificate-authority'], cluster['certificate-authority-data']),
      cert: this.#pem(user['client-certificate'], user['client-certificate-data']),
      key: this.#pem(user['client-key'], user['client-key-data']),
      servername: cluster['tls-server-name'],
      rejectUnauthorized: cluster['insecure-skip-tls-verify'] === true ? false : undefined,
    };
  }

  #pem(file: string | undefined, data: string | undefined): Buffer | undefined {
    if (data !== undefined) return Buffer.from(data, 'base64');
    return file === undefined ? undefined : this.#read(file);
  }

  #read(file: string): Buffer {
    return readFileSync(this.#file === undefined ? file : resolve(dirname(this.#file), file));
  }

  async #runPlugin(): Promise<Pick<Access, 'tls' | 'headers'>> {
    const { exec, 'auth-provider': provider } = this.#user;
    if (this.#file === undefined || (exec === undefined && provider === undefined))
      return { tls: {}, headers: {} };
    this.#credentialPlugin ??= loadCredentialPlugin(this.#file);
    return (await this.#credentialPlugin)();
  }
}

/** Runs a kubeconfig's credential plugin, or returns its cached credentials. */
type CredentialPlugin = () => Promise<Pick<Access, 'tls' | 'headers'>>;

/**
 * Loads the official client, which supports every plugin. Loading takes half a second of CPU time and 80 MiB, which
 * a program in a Pod would waste at every start.
 */
async function loadCredentialPlugin(file: string): Promise<CredentialPlugin> {
  const { KubeConfig } = await import('@kubernetes/client-node');
  const config = new KubeConfig();
  config.loadFromFile(file);
  return async () => {
    const options: { headers?: object } & Pick<ConnectionOptions, 'cert' | 'key'> = {};
    await config.applyToHTTPSOptions(options as Parameters<typeof config.applyToHTTPSOptions>[0]);
    const headers = Object.entries(options.headers ?? {}).map(([name, value]) => [name, String(value)]);
    return {
      tls: defined({ cert: options.cert, key: options.key }),
      headers: Object.fromEntries(headers) as Record<string, string>,
    };
  };
}

/**
 * Reads `path`, else the file that KUBECONFIG names, else the Pod's ServiceAccount.
 * @throws when none of them exists or the file cannot be read
 */
export function loadConfig(path: string | undefined): ClusterConfig {
  const settings = readSettings(clusterSettings, process.env);
  const file = path ?? settings.KUBECONFIG;
  if (file) return fromFile(file);
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = settings;
  if (host) return inPod(host, port);
  throw new Error(
    'No cluster to connect to: set KUBECONFIG to the path of a kubeconfig, or run inside a Pod',
  );
}

function fromFile(file: string): ClusterConfig {
  const config = parse(readFileSync(file, 'utf8')) as KubeconfigFile;
  const named = <T extends { name: string }>(list: T[] | undefined, name: string | undefined) =>
    list?.find((one) => one.name === name);
  const context = named(config.contexts, config['current-context'])?.context;
  const cluster = named(config.clusters, context?.cluster)?.cluster;
  if (cluster === undefined) throw new Error('The kubeconfig has no current context that names a cluster');
  return new ClusterConfig(cluster, named(config.users, context?.user)?.user ?? {}, file);
}

function inPod(host: string, port: string): ClusterConfig {
  const address = host.includes(':') ? `[${host}]` : host;
  const cluster = {
    server: `https://${address}:${port}`,
    'certificate-authority': `${SERVICE_ACCOUNT}/ca.crt`,
  };
  return new ClusterConfig(cluster, { tokenFile: `${SERVICE_ACCOUNT}/token` });
}

function defined<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}
