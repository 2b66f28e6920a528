/** The versions of the local programs; the go.mod files in `local` pin the same ones for a build from source. */
export const versions = {
  kubernetes: 'v1.36.3',
  etcd: 'v3.6.8',
  kwok: 'v0.8.0',
  victoriaMetrics: 'v1.148.0',
} as const;

/** The programs the local cluster is made of. */
export const programs = [
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kubectl',
  'kwok',
] as const;

/** Keeps the demo's metrics; without it the demo shows none. */
export const metricsProgram = 'victoria-metrics';

export type ControlPlaneProgram = (typeof programs)[number];
export type Program = ControlPlaneProgram | typeof metricsProgram;
