/** Core kinds that hold data or set limits: the fields that we read and write. */
import type { ApiObject } from '../object.ts';

/** Amounts by resource name, such as `{cpu: '4', memory: '16Gi', 'nvidia.com/GA100': '1'}`. */
export type ResourceList = Record<string, string>;

export interface ConfigMap extends ApiObject {
  data?: Record<string, string>;
}

export interface Secret extends ApiObject {
  type?: string;
  /** Base64. */
  data?: Record<string, string>;
  /** Plain text; the API turns it into `data`. Write only. */
  stringData?: Record<string, string>;
}

export interface Namespace extends ApiObject {
  status?: { phase?: 'Active' | 'Terminating' };
}

export interface ServiceAccount extends ApiObject {
  automountServiceAccountToken?: boolean;
}

export interface ResourceQuota extends ApiObject {
  spec?: { hard?: ResourceList };
  status?: { hard?: ResourceList; used?: ResourceList };
}

export interface PersistentVolumeClaim extends ApiObject {
  spec?: {
    accessModes?: string[];
    resources?: { requests?: ResourceList; limits?: ResourceList };
    storageClassName?: string;
    volumeMode?: 'Block' | 'Filesystem';
    volumeName?: string;
    /** The source that populates the volume before it is bound. */
    dataSourceRef?: { apiGroup?: string; kind: string; name: string };
  };
  status?: { phase?: 'Pending' | 'Bound' | 'Lost'; accessModes?: string[]; capacity?: ResourceList };
}
