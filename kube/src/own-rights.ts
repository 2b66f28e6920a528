/** Permissions that an account has only in namespaces where it has bound them to itself. */
import { isForbidden } from './api-error.ts';
import type { Cluster } from './cluster.ts';
import { roleBindings } from './core/definitions.ts';
import type { RoleBinding } from './core/system.ts';
import { retry } from './retry.ts';

export interface OwnRight {
  /** The ClusterRole, and the name of its RoleBinding. */
  readonly role: string;
  /** The namespace to bind it in. */
  readonly namespace: string;
  /** Our ServiceAccount. */
  readonly account: { readonly namespace: string; readonly name: string };
  readonly fieldManager: string;
}

/**
 * Does work that needs a permission; if forbidden, binds the role and retries. For requests that the API server proxies,
 * such as KubeVirt's subresources: admission policies do not see them, so only RBAC confines them to a namespace.
 * @throws ApiError
 */
export async function withOwnRight<R>(
  cluster: Cluster,
  { role, namespace, account, fieldManager }: OwnRight,
  work: () => Promise<R>,
): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (!isForbidden(error)) throw error;
    const binding: RoleBinding = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { namespace, name: role },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
      subjects: [{ kind: 'ServiceAccount', ...account }],
    };
    await cluster.resource(roleBindings).apply(binding, { fieldManager, force: true });
    // The API server's authorizer sees a new binding a moment after it is stored.
    return retry(work, { when: isForbidden });
  }
}
