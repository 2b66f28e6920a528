/** The versions of the local control plane; `local/control-plane/go.mod` pins the same ones for a build from source. */
export const versions = { kubernetes: 'v1.36.3', etcd: 'v3.6.8', kwok: 'v0.8.0' } as const;

/** The programs the local cluster is made of. */
export const programs = [
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kubectl',
  'kwok',
] as const;

export type Program = (typeof programs)[number];
