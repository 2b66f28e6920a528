import type { KeptNode } from '../kept/kept.ts';

const OUT_OF_SERVICE = 'node.kubernetes.io/out-of-service';

/**
 * The taint by which an administrator confirms that a node is off. kube-controller-manager then removes what was on it;
 * before that nobody can know whether a machine still runs there.
 * https://kubernetes.io/docs/concepts/cluster-administration/node-shutdown/#non-graceful-node-shutdown
 */
export const FENCED_TAINT = `${OUT_OF_SERVICE}=nodeshutdown:NoExecute`;

/** Whether an administrator has confirmed that the node is off. */
export function isFenced({ spec }: KeptNode): boolean {
  return spec?.taints?.some(({ key }) => key === OUT_OF_SERVICE) ?? false;
}
