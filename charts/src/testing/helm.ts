import { describe } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { canHaveHelm } from '../helm.ts';

const helmIsThere = await canHaveHelm();

/** Like `describe`, but skips the tests and reports that if neither helm nor Go is available. */
export function describeWithHelm(name: string, tests: () => void): void {
  if (helmIsThere) describe(name, tests);
  else describe.skip(`${name} (left out: needs Go 1.26 to build helm)`, tests);
}

/** The fields of a manifest that tests read. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  spec: WorkloadSpec & {
    maxUnavailable?: number;
    policyTypes?: string[];
    ingress?: object[];
  };
  /** Only in a ConfigMap. */
  data?: Record<string, string>;
}

/** The spec of a Deployment or a Job. */
interface WorkloadSpec {
  replicas?: number;
  template: { metadata: object; spec: PodSpec };
}

interface PodSpec {
  automountServiceAccountToken: boolean;
  securityContext: object;
  containers: Container[];
}

export interface Container {
  image: string;
  args: string[];
  env: EnvVar[];
  envFrom?: object[];
  securityContext: object;
}

export interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef?: { name: string; key: string }; fieldRef?: { fieldPath: string } };
}

/** Parses a stream of manifests, sorted by name. */
export function parseManifests(yaml: string): Manifest[] {
  return parseAllDocuments(yaml)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null)
    .sort((a, b) => a.metadata.name.localeCompare(b.metadata.name));
}
