/** The versions of the local programs; the go.mod files in `local` pin the same ones for a build from source. */
export const versions = {
  kubernetes: 'v1.36.3',
  etcd: 'v3.6.8',
  kwok: 'v0.8.0',
  victoriaMetrics: 'v1.148.0',
  kubeRouter: 'v2.1.0',
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

/** Tests the chart's alerts. */
export const ruleProgram = 'vmalert-tool';

/** What a real node runs, besides containerd. */
export const nodePrograms = ['kubelet', 'kube-proxy'] as const;

/** Enforces NetworkPolicies on a real node. */
export const networkProgram = 'kube-router';

export type ControlPlaneProgram = (typeof programs)[number];
export type Program =
  | ControlPlaneProgram
  | (typeof nodePrograms)[number]
  | typeof networkProgram
  | typeof metricsProgram
  | typeof ruleProgram;

/** The Go module that pins a program: a folder of `local`. Those with one of their own want other versions of what all need. */
export function moduleOf(program: Program): keyof typeof moduleVersions {
  if (program === ruleProgram) return metricsProgram;
  return program === metricsProgram || program === networkProgram ? program : 'control-plane';
}

/** By which version the programs of a module are kept. */
export const moduleVersions = {
  'control-plane': versions.kubernetes,
  [metricsProgram]: versions.victoriaMetrics,
  [networkProgram]: versions.kubeRouter,
} as const;
