/** Versions of the local programs; the go.mod files in `local` pin the same ones for builds from source. */
export const versions = {
  kubernetes: 'v1.36.3',
  etcd: 'v3.6.8',
  kwok: 'v0.8.0',
  victoriaMetrics: 'v1.148.0',
  kubeRouter: 'v2.1.0',
} as const;

/** Programs of the local cluster. */
export const programs = [
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kubectl',
  'kwok',
] as const;

/** Stores the demo's metrics; without it, the demo shows none. */
export const metricsProgram = 'victoria-metrics';

/** Tests the chart's alerts. */
export const ruleProgram = 'vmalert-tool';

/** Programs of a real node, in addition to containerd. */
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

/** Returns the Go module that pins a program: a folder of `local`. Programs with conflicting dependencies have their own modules. */
export function moduleOf(program: Program): keyof typeof moduleVersions {
  if (program === ruleProgram) return metricsProgram;
  return program === metricsProgram || program === networkProgram ? program : 'control-plane';
}

/** Version under which the programs of a module are cached. */
export const moduleVersions = {
  'control-plane': versions.kubernetes,
  [metricsProgram]: versions.victoriaMetrics,
  [networkProgram]: versions.kubeRouter,
} as const;
