import type { ObjectRef } from '@gpulease/kube';
import type { KeptClaim } from '../kept/kept.ts';

/** Where CDI notes on a claim from which namespace its disk is cloned (pkg/controller/populators/clone-populator.go, v1.66.0). */
const SOURCE_NAMESPACE = 'cdi.kubevirt.io/dataSourceNamespace';

/**
 * The claim beside the image in which CDI copies it, on storage with a CSI driver: the disk's own, whose labels it has too, gets the
 * volume only when that is done (createDesiredClaim in pkg/controller/clone/common.go).
 */
export function copyClaimOf({ metadata }: KeptClaim): ObjectRef {
  const { annotations, namespace, uid = '' } = metadata;
  return { namespace: annotations?.[SOURCE_NAMESPACE] ?? namespace, name: `tmp-pvc-${uid}` };
}
