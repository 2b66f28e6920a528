import type { Pod } from '@gpulease/kube';
import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';

export interface EvictionVerdict {
  /** Why the pod may not be evicted; absent if it may. */
  denied?: string;
  /** Whether to mark the instance for evacuation. */
  marks: boolean;
}

/** Returns KubeVirt's verdict on the eviction of an instance's pod. */
export function evictionVerdict(instance: VirtualMachineInstance, pod: Pod): EvictionVerdict {
  const { name } = instance.metadata;
  switch (instance.spec.evictionStrategy) {
    case 'External':
      return evacuation(instance, pod);
    case 'LiveMigrate': {
      const denied = `VMI ${name} is configured with an eviction strategy but is not live-migratable`;
      return canMigrate(instance) ? evacuation(instance, pod) : { denied, marks: false };
    }
    case 'LiveMigrateIfPossible':
      return canMigrate(instance) ? evacuation(instance, pod) : { marks: false };
    case undefined:
    default:
      return { marks: false };
  }
}

function evacuation({ metadata, status }: VirtualMachineInstance, pod: Pod): EvictionVerdict {
  const { name, namespace = '' } = metadata;
  const isHere = status?.nodeName !== undefined && status.nodeName === pod.spec?.nodeName;
  return {
    denied: `Eviction triggered evacuation of VMI "${namespace}/${name}"`,
    marks: isHere && status.evacuationNodeName === undefined,
  };
}

function canMigrate({ status }: VirtualMachineInstance): boolean {
  return (
    status?.conditions?.some(({ type, status: is }) => type === 'LiveMigratable' && is === 'True') ?? false
  );
}
