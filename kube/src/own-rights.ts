/** Rights that an account has only in the namespaces where it has bound them to itself. */
import { isForbidden } from './api-error.ts';
import type { Cluster } from './cluster.ts';
import { roleBindings } from './core/definitions.ts';
import type { RoleBinding } from './core/system.ts';
import { retry } from './retry.ts';

export interface OwnRight {
  /** The ClusterRole, and the name of its RoleBinding. */
  readonly role: string;
  /** Where it is to hold. */
  readonly namespace: string;
  /** Our own account. */
  readonly account: { readonly namespace: string; readonly name: string };
  readonly fieldManager: string;
}

/**
 * Does what needs a right, and where that is refused binds the right first. For what the API server passes on to others,
 * such as KubeVirt's subresources: no admission policy is asked there, so that RBAC alone holds it to a namespace.
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
    // The API server learns of a new binding a moment after it has stored it.
    return retry(work, { when: isForbidden });
  }
}
