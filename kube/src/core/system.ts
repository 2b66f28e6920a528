/** Kinds that run the cluster itself: the fields that we read and write. */
import type { ApiObject } from '../object.ts';
import type { CoreCondition } from './workloads.ts';

/** An event of `events.k8s.io/v1`. */
export interface Event extends ApiObject {
  /** RFC 3339 with microseconds. */
  eventTime: string;
  reportingController: string;
  reportingInstance: string;
  type: 'Normal' | 'Warning';
  reason: string;
  action: string;
  note?: string;
  regarding: Partial<
    Record<'apiVersion' | 'kind' | 'namespace' | 'name' | 'uid' | 'resourceVersion', string | undefined>
  >;
  series?: { count: number; lastObservedTime: string };
}

export interface Lease extends ApiObject {
  spec?: {
    holderIdentity?: string;
    leaseDurationSeconds?: number;
    /** RFC 3339 with microseconds. */
    acquireTime?: string;
    renewTime?: string;
    leaseTransitions?: number;
  };
}

export interface Role extends ApiObject {
  rules?: { apiGroups?: string[]; resources?: string[]; resourceNames?: string[]; verbs: string[] }[];
}

export interface RoleBinding extends ApiObject {
  roleRef: { apiGroup: string; kind: 'Role' | 'ClusterRole'; name: string };
  subjects?: {
    kind: 'User' | 'Group' | 'ServiceAccount';
    name: string;
    namespace?: string;
    apiGroup?: string;
  }[];
}

export interface StorageClass extends ApiObject {
  provisioner: string;
  parameters?: Record<string, string>;
  allowVolumeExpansion?: boolean;
}

export interface CustomResourceDefinition extends ApiObject {
  spec: {
    group: string;
    names: {
      kind: string;
      plural: string;
      singular?: string;
      listKind?: string;
      shortNames?: string[];
      categories?: string[];
    };
    scope: 'Namespaced' | 'Cluster';
    versions: { name: string; served: boolean; storage: boolean; schema?: object; subresources?: object }[];
  };
  status?: { conditions?: CoreCondition[] };
}

export interface ValidatingWebhookConfiguration extends ApiObject {
  webhooks?: {
    name: string;
    clientConfig: {
      service: { namespace: string; name: string; path?: string; port?: number };
      /** Base64 of PEM. */
      caBundle: string;
    };
    rules: { apiGroups: string[]; apiVersions: string[]; operations: string[]; resources: string[] }[];
    admissionReviewVersions: string[];
    sideEffects: 'None' | 'NoneOnDryRun';
    failurePolicy?: 'Fail' | 'Ignore';
    timeoutSeconds?: number;
  }[];
}

export interface ApiService extends ApiObject {
  spec: {
    group: string;
    version: string;
    groupPriorityMinimum: number;
    versionPriority: number;
    service?: { namespace: string; name: string; port?: number };
    /** Base64 of PEM. */
    caBundle?: string;
  };
  status?: { conditions?: CoreCondition[] };
}
