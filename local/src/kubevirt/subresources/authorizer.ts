import type { IncomingHttpHeaders } from 'node:http';
import type { Cluster } from '@gpulease/kube';
import { subresourceGroup, subresourceVersion } from './discovery.ts';
import type { SubresourcePath } from './path.ts';
import { Refusal } from './refusal.ts';

const REVIEWS = '/apis/authorization.k8s.io/v1/subjectaccessreviews';

/**
 * Asks RBAC once more, as virt-api does: the API server, which asked before, takes for the subresource only its first part.
 * `headers` tell who calls, as the API server has seen. Throws Refusal, or ApiError.
 */
export async function authorize(
  cluster: Cluster,
  { namespace, kind, name, subresource }: SubresourcePath,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const user = [headers['x-remote-user']].flat()[0] ?? '';
  const groups = [headers['x-remote-group'] ?? []].flat().flatMap((group) => group.split(', '));
  const asked = { group: subresourceGroup, version: subresourceVersion, namespace, name };
  const answer = await cluster.request({
    method: 'POST',
    path: REVIEWS,
    body: {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: { user, groups, resourceAttributes: { ...asked, verb: 'update', resource: kind, subresource } },
    },
  });
  const { status } = answer as { status?: { allowed?: boolean } };
  if (status?.allowed === true) return;
  const what = `${kind}.${subresourceGroup}/${subresource} in namespace ${namespace}`;
  throw new Refusal(403, 'Forbidden', `user "${user}" cannot update ${what}`);
}
