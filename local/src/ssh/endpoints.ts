import type { Pod, Service } from '@gpulease/kube';
import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { createdByLabel } from '../kubevirt/instance/pod.ts';

const SSH_PORT = 22;

/** Port of this computer that serves an instance's SSH. */
export interface SshEndpoint {
  port: number;
  instance: VirtualMachineInstance;
}

export interface ClusterView {
  services: readonly Service[];
  /** Pods of machines. */
  pods: readonly Pod[];
  instances: readonly VirtualMachineInstance[];
}

/** Returns the NodePorts that target port 22 of running instances, as kube-proxy would on a node. */
export function sshEndpoints({ services, pods, instances }: ClusterView): SshEndpoint[] {
  const running = new Map(
    instances.flatMap((instance) =>
      instance.status?.phase === 'Running' ? [[instance.metadata.uid, instance]] : [],
    ),
  );
  return services.flatMap((service) => {
    const ports = sshPorts(service);
    const pod = ports.length === 0 ? undefined : pods.find(selectedBy(service));
    const instance = running.get(pod?.metadata.labels?.[createdByLabel]);
    return instance === undefined ? [] : ports.map((port) => ({ port, instance }));
  });
}

function selectedBy({ metadata, spec }: Service): (pod: Pod) => boolean {
  const wanted = Object.entries(spec?.selector ?? {});
  if (wanted.length === 0) return () => false;
  return (pod) =>
    metadata.namespace === pod.metadata.namespace &&
    wanted.every(([name, value]) => pod.metadata.labels?.[name] === value);
}

function sshPorts({ spec }: Service): number[] {
  return (spec?.ports ?? []).flatMap(({ port, targetPort = port, protocol = 'TCP', nodePort }) =>
    targetPort === SSH_PORT && protocol === 'TCP' && nodePort !== undefined ? [nodePort] : [],
  );
}
