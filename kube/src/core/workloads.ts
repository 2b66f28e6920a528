/** Nodes and Pods: the fields that we read and write. */
import type { ApiObject } from '../object.ts';
import type { ResourceList } from './objects.ts';

/** A condition of a built-in kind. Not all of them have every field that ours have. */
export interface CoreCondition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  reason?: string;
  message?: string;
  lastTransitionTime?: string;
}

export interface Taint {
  key: string;
  value?: string;
  effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
}

export interface Toleration {
  key?: string;
  operator?: 'Exists' | 'Equal';
  value?: string;
  effect?: Taint['effect'];
}

export interface Node extends ApiObject {
  spec?: { unschedulable?: boolean; taints?: Taint[]; podCIDRs?: string[] };
  status?: {
    capacity?: ResourceList;
    allocatable?: ResourceList;
    conditions?: CoreCondition[];
    addresses?: { type: string; address: string }[];
    nodeInfo?: Record<string, string>;
    daemonEndpoints?: { kubeletEndpoint?: { Port: number } };
  };
}

export interface Container {
  name: string;
  image?: string;
  command?: string[];
  args?: string[];
  env?: { name: string; value?: string }[];
  ports?: { name?: string; containerPort: number; protocol?: string }[];
  resources?: { requests?: ResourceList; limits?: ResourceList };
}

export interface Pod extends ApiObject {
  spec?: {
    containers: Container[];
    /** With restartPolicy Always, they run alongside the containers. */
    initContainers?: (Container & { restartPolicy?: 'Always' })[];
    /** Pod-level resources, if the pod sets them. */
    resources?: Container['resources'];
    /** Resources that the runtime needs on top. */
    overhead?: ResourceList;
    nodeName?: string;
    nodeSelector?: Record<string, string>;
    affinity?: object;
    tolerations?: Toleration[];
    schedulerName?: string;
    priorityClassName?: string;
    restartPolicy?: 'Always' | 'OnFailure' | 'Never';
    serviceAccountName?: string;
    automountServiceAccountToken?: boolean;
    terminationGracePeriodSeconds?: number;
    schedulingGates?: { name: string }[];
  };
  status?: {
    phase?: 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown';
    reason?: string;
    message?: string;
    conditions?: CoreCondition[];
    podIP?: string;
    podIPs?: { ip: string }[];
    startTime?: string;
    containerStatuses?: ContainerStatus[];
  };
}

export interface Deployment extends ApiObject {
  spec?: { replicas?: number };
  status?: { replicas?: number; readyReplicas?: number };
}

export interface ContainerStatus {
  name: string;
  ready: boolean;
  restartCount: number;
  image: string;
  /** The allocated devices, by the IDs that their device plugins assign. */
  allocatedResourcesStatus?: {
    name: string;
    resources?: { resourceID: string; health?: 'Healthy' | 'Unhealthy' | 'Unknown' }[];
  }[];
  state?: {
    waiting?: { reason?: string; message?: string };
    running?: { startedAt?: string };
    terminated?: { exitCode: number; reason?: string; message?: string };
  };
}
