import type { ConsoleKind } from '@gpulease/contract/enums';
import { SYSTEM_NAMESPACE, fieldManagers, serviceAccounts } from '@gpulease/crds';
import { withOwnRight, type Cluster } from '@gpulease/kube';
import type { WebSocket } from 'ws';

/** KubeVirt's subprotocol: raw bytes in binary frames. */
const PROTOCOL = 'plain.kubevirt.io';

const subresources = { SERIAL: 'console', VNC: 'vnc' } as const satisfies Record<ConsoleKind, string>;

/** The chart's ClusterRole that allows opening consoles. */
const OPEN_CONSOLES = 'gpulease-open-consoles';

interface DialTarget {
  readonly namespace: string;
  readonly machine: string;
  readonly kind: ConsoleKind;
}

/** Opens a console with our own account; KubeVirt ends one that is already open. Throws ApiError. */
export function dial(cluster: Cluster, { namespace, machine, kind }: DialTarget): Promise<WebSocket> {
  const instance = `namespaces/${encodeURIComponent(namespace)}/virtualmachineinstances/${encodeURIComponent(machine)}`;
  const path = `/apis/subresources.kubevirt.io/v1/${instance}/${subresources[kind]}`;
  const account = { namespace: SYSTEM_NAMESPACE, name: serviceAccounts.bff };
  const right = { role: OPEN_CONSOLES, namespace, account, fieldManager: fieldManagers.portal };
  return withOwnRight(cluster, right, () => cluster.websocket(path, [PROTOCOL]));
}
