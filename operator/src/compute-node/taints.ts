import type { ComputeNode } from '@gpulease/crds';
import type { Taint, Toleration } from '@gpulease/kube';
import type { KeptNode } from '../kept/kept.ts';

/** Taint of the core Node of a dedicated ComputeNode. Repels all pods except machines and others that tolerate it. */
export const DEDICATED_TAINT: Taint = { key: 'gpulease.dev/dedicated', effect: 'NoSchedule' };

const OUT_OF_SERVICE = 'node.kubernetes.io/out-of-service';

/**
 * The taint with which an administrator confirms that a node is off. kube-controller-manager then removes what was on
 * it; until then, machines may still run on it.
 * https://kubernetes.io/docs/concepts/cluster-administration/node-shutdown/#non-graceful-node-shutdown
 */
export const FENCED_TAINT = `${OUT_OF_SERVICE}=nodeshutdown:NoExecute`;

/** Returns the tolerations of machines on a ComputeNode. */
export function tolerationsOn(computeNode: ComputeNode | undefined): Toleration[] {
  const { key, effect } = DEDICATED_TAINT;
  const declared = (computeNode?.spec.tolerations ?? []) as Toleration[];
  return [{ key, operator: 'Exists', effect }, ...declared];
}

/** Returns the first taint that makes kube-scheduler refuse a machine on the node. */
export function repellingTaint(node: KeptNode, tolerations: readonly Toleration[]): Taint | undefined {
  return node.spec?.taints?.find(
    (taint) =>
      taint.effect !== 'PreferNoSchedule' && !tolerations.some((toleration) => tolerates(toleration, taint)),
  );
}

/** Follows the rules of Kubernetes: an absent effect matches all effects, an absent operator means Equal. */
function tolerates({ key, operator, value = '', effect }: Toleration, taint: Taint): boolean {
  if (key !== taint.key || (effect !== undefined && effect !== taint.effect)) return false;
  return operator === 'Exists' || value === (taint.value ?? '');
}

/** Returns the Node's taints with or without the dedicated taint; undefined if they need no change. */
export function taintsWith(node: KeptNode, isDedicated: boolean): Taint[] | undefined {
  const taints = node.spec?.taints ?? [];
  const others = taints.filter(({ key }) => key !== DEDICATED_TAINT.key);
  const ours = taints.filter(({ key }) => key === DEDICATED_TAINT.key);
  const isRight = isDedicated
    ? ours.length === 1 && ours[0]?.effect === DEDICATED_TAINT.effect
    : ours.length === 0;
  if (isRight) return undefined;
  return isDedicated ? [...others, DEDICATED_TAINT] : others;
}

/** Whether an administrator has confirmed that the node is off. */
export function isFenced({ spec }: KeptNode): boolean {
  return spec?.taints?.some(({ key }) => key === OUT_OF_SERVICE) ?? false;
}

/** Formats a taint as `kubectl taint` does. */
export function taintWords({ key, value, effect }: Taint): string {
  return `${key}${value === undefined ? '' : `=${value}`}:${effect}`;
}
