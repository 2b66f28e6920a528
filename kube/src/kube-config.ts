import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import type { RequestOptions } from 'node:https';
import { isAbsolute, dirname, resolve } from 'node:path';
import { KubeConfig, loadYaml, type Cluster as ConfigCluster, type User } from '@kubernetes/client-node';

/** Where the API server is and how to prove to it who we are, valid for the moment. */
export interface Access {
  /** `https://HOST:PORT`, without a slash at the end. */
  server: string;
  headers: Record<string, string>;
  tls: ConnectionOptions;
  proxyUrl: string | undefined;
}

/** Certificates and tokens are looked at anew after this. */
const FRESH_MS = 1_000;

/** A kubeconfig, with `tokenFile` users, which the base class does not know. */
export class ClusterConfig extends KubeConfig {
  #latest: { access: Access; readAt: number } | undefined;

  override loadFromFile(file: string): void {
    super.loadFromFile(file);
    const tokenFiles = readTokenFiles(file);
    this.users = this.users.map((user) => withTokenFile(user, tokenFiles.get(user.name)));
  }

  /** The cluster of the current context. */
  get cluster(): ConfigCluster {
    const cluster = this.getCurrentCluster();
    if (cluster === null) throw new Error('The kubeconfig has no current context that names a cluster');
    return cluster;
  }

  /** Reads certificates every second and, at most every minute, the token again, so that renewed ones are used. */
  async access(): Promise<Access> {
    const now = Date.now();
    // A clock that was set back must not keep what is old.
    if (this.#latest !== undefined && Math.abs(now - this.#latest.readAt) < FRESH_MS)
      return this.#latest.access;
    const access = await this.#readAccess();
    this.#latest = { access, readAt: now };
    return access;
  }

  async #readAccess(): Promise<Access> {
    const { server, proxyUrl } = this.cluster;
    const options: RequestOptions = {};
    await this.applyToHTTPSOptions(options);
    const headers = Object.fromEntries(
      Object.entries(options.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    if (options.auth) headers.Authorization = `Basic ${Buffer.from(options.auth).toString('base64')}`;
    const { ca, cert, key, rejectUnauthorized, servername } = options;
    const tls = Object.fromEntries(
      Object.entries({ ca, cert, key, rejectUnauthorized, servername }).filter(
        ([, value]) => value !== undefined,
      ),
    );
    return { server, headers, tls, proxyUrl };
  }
}

/**
 * Reads `path`, else the file that KUBECONFIG names, else the Pod's ServiceAccount.
 * @throws when there is none of them, or it cannot be read
 */
export function loadConfig(path: string | undefined): ClusterConfig {
  const config = new ClusterConfig();
  const file = path ?? process.env.KUBECONFIG;
  if (file) config.loadFromFile(file);
  else if (process.env.KUBERNETES_SERVICE_HOST) config.loadFromCluster();
  else
    throw new Error(
      'No cluster to connect to: set KUBECONFIG to the path of a kubeconfig, or run inside a Pod',
    );
  return config;
}

interface KubeconfigFile {
  users?: { name: string; user?: { tokenFile?: string } }[];
}

function readTokenFiles(file: string): Map<string, string> {
  const { users = [] } = loadYaml<KubeconfigFile>(readFileSync(file, 'utf8'));
  return new Map(
    users.flatMap(({ name, user }) => {
      if (user?.tokenFile === undefined) return [];
      const path = isAbsolute(user.tokenFile) ? user.tokenFile : resolve(dirname(file), user.tokenFile);
      return [[name, path]];
    }),
  );
}

function withTokenFile(user: User, tokenFile: string | undefined): User {
  if (tokenFile === undefined) return user;
  return { ...user, authProvider: { name: 'tokenFile', config: { tokenFile } } };
}
