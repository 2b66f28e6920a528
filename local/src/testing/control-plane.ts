import { randomBytes } from 'node:crypto';
import { writeKubeconfig } from '../control-plane/kubeconfig.ts';
import { kubeconfigPath, writeUserKubeconfig, type ControlPlane } from '../control-plane/control-plane.ts';
import { issueUser } from '../control-plane/pki.ts';
import { mustRunKubectl } from './kubectl.ts';

export interface TestUser {
  name: string;
  groups?: readonly string[];
}

/** Running API server for tests. */
export class TestControlPlane {
  protected readonly controlPlane: ControlPlane;

  constructor(controlPlane: ControlPlane) {
    this.controlPlane = controlPlane;
  }

  /** Path of the cluster administrator's kubeconfig. */
  get kubeconfig(): string {
    return this.controlPlane.kubeconfig;
  }

  /** `https://127.0.0.1:PORT` */
  get apiUrl(): string {
    return this.controlPlane.apiUrl;
  }

  /** Issues a client certificate to a Kubernetes user and returns the path of a kubeconfig with it. */
  async addUser({ name, groups = [] }: TestUser): Promise<string> {
    const certificate = await issueUser(this.controlPlane.pki, name, groups);
    return writeUserKubeconfig(this.controlPlane, uniqueName('user'), certificate);
  }

  /** Creates a ServiceAccount and its namespace if missing, and returns the path of a kubeconfig with its token. */
  async serviceAccountKubeconfig(namespace: string, name: string): Promise<string> {
    await this.#ensure('v1', 'Namespace', { name: namespace });
    await this.#ensure('v1', 'ServiceAccount', { namespace, name });
    const token = await this.kubectl(['create', 'token', name, `--namespace=${namespace}`, '--duration=12h']);
    const path = kubeconfigPath(this.controlPlane, uniqueName(name));
    await writeKubeconfig(path, {
      server: this.apiUrl,
      authority: this.controlPlane.pki.cluster.certificate,
      user: name,
      credentials: { token: token.trim() },
    });
    return path;
  }

  /** Creates a namespace with a unique name and returns the name. */
  async uniqueNamespace(): Promise<string> {
    const name = uniqueName('test');
    await this.#ensure('v1', 'Namespace', { name });
    return name;
  }

  /** Runs kubectl as the administrator and returns its output; throws with its message on failure. */
  kubectl(args: readonly string[], input?: string): Promise<string> {
    return mustRunKubectl(args, { kubeconfig: this.kubeconfig, ...(input === undefined ? {} : { input }) });
  }

  async #ensure(apiVersion: string, kind: string, metadata: Record<string, string>): Promise<void> {
    const object = JSON.stringify({ apiVersion, kind, metadata });
    await this.kubectl(['apply', '--server-side', '--filename=-'], object);
  }
}

/** Returns a unique name: `prefix` and eight random hexadecimal digits. */
export function uniqueName(prefix: string): string {
  return `${prefix}-${randomBytes(4).toString('hex')}`;
}
