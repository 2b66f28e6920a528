/** The parts that all Kubernetes objects share, in wire format: timestamps are RFC 3339 strings. */

import type { ConditionParameters } from './schema/fields.ts';

export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

export interface ObjectMeta {
  name: string;
  namespace?: string;
  generateName?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
  ownerReferences?: OwnerReference[];
  /** Which manager set which fields. Informers drop it, or keep only the managers. */
  managedFields?: ManagedFields[];
}

/** The fields of a `managedFields` entry that we read. */
interface ManagedFields {
  manager?: string;
  /** `status` for writes of the status; absent for the object itself. */
  subresource?: string;
  /** Time of the last write, in whole seconds. */
  time?: string;
}

export interface Condition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  reason: string;
  message: string;
  /** The values in the message. */
  parameters?: ConditionParameters | undefined;
  /** When `status` last changed, in whole seconds. */
  lastTransitionTime: string;
  observedGeneration?: number | undefined;
}

/** An object of the Kubernetes API with a spec `S` and a status `T`. */
export interface KubeObject<S, T> {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: S;
  status?: T;
}

/** Where the API server serves objects of type `T`. */
export interface ResourceDefinition<T> {
  /** '' for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly namespaced: boolean;
  /** Never set; carries the type. */
  readonly object?: T;
}
