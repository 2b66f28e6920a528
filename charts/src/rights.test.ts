import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { localManifest } from './local.ts';

interface PolicyRule {
  apiGroups: string[];
  resources: string[];
  resourceNames?: string[];
  verbs: string[];
}

interface RoleManifest {
  kind: string;
  metadata: { name: string; namespace?: string };
  rules: PolicyRule[];
  /** Only in an admission policy. */
  spec?: { failurePolicy: string };
}

const read = ['get', 'list', 'watch'];
const catalogue = ['regions', 'computenodes', 'gpus', 'skus', 'vmimages', 'pricingpolicies', 'tenants'];
const write = ['create', 'update', 'patch', 'delete', 'deletecollection'];
const ours = (resource: string) => `${resource}.gpulease.dev`;

/** Objects to inspect when a machine does not run. */
const underneath = Object.fromEntries(
  [
    ...['virtualmachines.kubevirt.io', 'virtualmachineinstances.kubevirt.io'],
    ...['datavolumes.cdi.kubevirt.io', 'datasources.cdi.kubevirt.io'],
    ...[
      'nodes',
      'namespaces',
      'pods',
      'services',
      'persistentvolumeclaims',
      'events',
      'events.events.k8s.io',
    ],
  ].map((resource) => [resource, read]),
);

/** The permissions of each account, by resource. No others may be granted. */
const allowed: Record<string, Record<string, string[]>> = {
  'ClusterRole gpulease-operator': {
    ...Object.fromEntries(catalogue.map((resource) => [ours(resource), [...read, 'patch']])),
    ...Object.fromEntries(
      [...catalogue, 'workloads'].map((resource) => [ours(`${resource}/status`), ['get', 'patch']]),
    ),
    'workloads.gpulease.dev': [...read, 'patch', 'delete'],
    'tenants/finalizers.gpulease.dev': ['update'],
    'vmimages/finalizers.gpulease.dev': ['update'],
    'workloads/finalizers.gpulease.dev': ['update'],
    'virtualmachines.kubevirt.io': [...read, 'create', 'patch', 'delete'],
    // To withdraw the start that KubeVirt requests after a crash.
    'virtualmachines/status.kubevirt.io': ['patch'],
    'virtualmachineinstances.kubevirt.io': read,
    'kubevirts.kubevirt.io': read,
    'datavolumes.cdi.kubevirt.io': [...read, 'create', 'patch', 'delete'],
    'datasources.cdi.kubevirt.io': [...read, 'create', 'patch', 'delete'],
    'cdiconfigs.cdi.kubevirt.io': read,
    // To check whether machines may clone an externally maintained image.
    'subjectaccessreviews.authorization.k8s.io': ['create'],
    nodes: [...read, 'patch'],
    pods: read,
    persistentvolumeclaims: [...read, 'patch'],
    // To find out whether a disk can grow.
    'storageclasses.storage.k8s.io': read,
    'ingressclasses.networking.k8s.io': read,
    // To find out whether KubeVirt and CDI are installed.
    [`customresourcedefinitions.apiextensions.k8s.io/${[
      ...['virtualmachines.kubevirt.io', 'virtualmachineinstances.kubevirt.io', 'kubevirts.kubevirt.io'],
      ...['datavolumes.cdi.kubevirt.io', 'datasources.cdi.kubevirt.io', 'cdiconfigs.cdi.kubevirt.io'],
    ].join(',')}`]: ['get'],
    services: [...read, 'create', 'patch', 'delete'],
    'ingresses.networking.k8s.io': [...read, 'create', 'patch', 'delete'],
    'networkpolicies.networking.k8s.io': [...read, 'create', 'patch', 'delete'],
    // Write-only: permission to list all Secrets would mean control of the cluster.
    secrets: ['create', 'patch', 'delete'],
    // A policy restricts these to tenants' namespaces. The garbage collector deletes them with their Tenant.
    namespaces: [...read, 'create', 'patch'],
    resourcequotas: [...read, 'create', 'patch'],
    'events.events.k8s.io': ['get', 'create', 'patch'],
    // A policy restricts these to tenants' namespaces and to one role.
    'rolebindings.rbac.authorization.k8s.io': ['create', 'patch'],
    'clusterroles.rbac.authorization.k8s.io/gpulease-stop-machines': ['bind'],
  },
  // Bound by the operator per namespace, when a machine does not stop in time or must not be evacuated.
  'ClusterRole gpulease-stop-machines': {
    'virtualmachines/stop.subresources.kubevirt.io': ['update'],
    'virtualmachineinstances/evacuate.subresources.kubevirt.io': ['update'],
    'virtualmachineinstances/evacuate/cancel.subresources.kubevirt.io': ['update'],
  },
  'Role gpulease-system/gpulease-operator': {
    'leases.coordination.k8s.io': ['get', 'create', 'patch'],
  },
  // Machines that check GPUs.
  'Role gpulease-checks/gpulease-operator': {
    'virtualmachineinstances.kubevirt.io': ['create', 'delete'],
    // To read the reports of their guests. Customers' guests are in other namespaces.
    'pods/log': ['get'],
  },
  'ClusterRole gpulease-bff': {
    ...Object.fromEntries(
      catalogue.map((resource) => [ours(resource), [...read, 'create', 'patch', 'delete']]),
    ),
    'tenants.gpulease.dev': [...read, 'create', 'patch'],
    'workloads.gpulease.dev': [...read, 'create', 'patch', 'delete', 'place'],
    // A policy restricts these to tenants' namespaces and to one role.
    'rolebindings.rbac.authorization.k8s.io': ['create', 'patch'],
    'clusterroles.rbac.authorization.k8s.io/gpulease-open-consoles': ['bind'],
    // Shown to operators who inspect a machine.
    'virtualmachines.kubevirt.io': ['get'],
    'virtualmachineinstances.kubevirt.io': ['get'],
    pods: ['list'],
    // Shown to operators who register a node.
    nodes: ['list'],
    'events.events.k8s.io': ['list'],
    // For the versions shown to operators.
    'kubevirts.kubevirt.io/kubevirt': ['get'],
    'cdis.cdi.kubevirt.io/cdi': ['get'],
  },
  // Leader and readiness, shown to operators.
  'Role gpulease-system/gpulease-bff': {
    'leases.coordination.k8s.io/gpulease-operator': ['get'],
    'deployments.apps/gpulease-bff,gpulease-worker,gpulease-operator': ['get'],
  },
  // Bound by the portal per namespace, when a console is opened.
  'ClusterRole gpulease-open-consoles': {
    'virtualmachineinstances/console.subresources.kubevirt.io': ['get'],
    'virtualmachineinstances/vnc.subresources.kubevirt.io': ['get'],
  },
  'ClusterRole gpulease-worker': {
    'workloads.gpulease.dev': [...read, 'patch', 'delete'],
    'workloads/status.gpulease.dev': ['get', 'patch'],
    ...Object.fromEntries(catalogue.map((resource) => [ours(resource), read])),
    // Its uid identifies the cluster.
    'namespaces/kube-system': ['get'],
  },
  'ClusterRole gpulease-view': Object.fromEntries(
    [...catalogue, 'workloads'].map((resource) => [ours(resource), read]),
  ),
  'ClusterRole gpulease-catalogue': Object.fromEntries(
    ['regions', 'gpus', 'skus', 'vmimages', 'pricingpolicies'].map((resource) => [ours(resource), read]),
  ),
  'ClusterRole gpulease-edit': {
    'workloads.gpulease.dev': [...read, ...write],
    events: read,
    'events.events.k8s.io': read,
  },
  'ClusterRole gpulease-support': {
    ...Object.fromEntries(catalogue.map((resource) => [ours(resource), read])),
    'workloads.gpulease.dev': [...read, 'patch', 'freeze'],
    ...underneath,
  },
  'ClusterRole gpulease-admin': {
    ...Object.fromEntries(catalogue.map((resource) => [ours(resource), [...read, ...write]])),
    'workloads.gpulease.dev': [...read, ...write, 'freeze', 'place'],
    ...underneath,
  },
  'Role gpulease-images/gpulease-clone-images': { 'datavolumes/source.cdi.kubevirt.io': ['create'] },
};

const manifests = parseAllDocuments(readFileSync(localManifest, 'utf8')).map(
  (document) => document.toJS() as RoleManifest,
);
const roles = manifests.filter(({ kind }) => kind === 'ClusterRole' || kind === 'Role');

describe('the permissions that the chart grants (Sealos CVE-2023-33190: over-broad permissions)', () => {
  it('are in exactly these roles', () => {
    expect(roles.map(roleName).sort()).toEqual(Object.keys(allowed).sort());
  });

  it.each(roles.map((role) => [roleName(role), role] as const))(
    'of %s are exactly the required ones',
    (name, role) => {
      expect(rightsOf(role)).toEqual(sortValues(allowed[name] ?? {}));
    },
  );

  it('contain no wildcard', () => {
    const words = roles.flatMap(({ rules }) => rules).flatMap((rule) => Object.values(rule) as string[][]);
    expect(words.flat().filter((word) => word.includes('*'))).toEqual([]);
  });
});

it('every admission policy rejects requests that it cannot evaluate (Rancher CVE-2023-22651: an admission check that failed open)', () => {
  const policies = manifests.filter(({ kind }) => kind === 'ValidatingAdmissionPolicy');
  expect(policies.length).toBeGreaterThan(0);
  expect(policies.filter(({ spec }) => spec?.failurePolicy !== 'Fail')).toEqual([]);
});

function roleName({ kind, metadata: { name, namespace } }: RoleManifest): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

/** Returns the verbs of a role by `resource.group`. */
function rightsOf({ rules }: RoleManifest): Record<string, string[]> {
  const rights = new Map<string, string[]>();
  for (const { apiGroups, resources, resourceNames, verbs } of rules) {
    const only = resourceNames === undefined ? '' : `/${resourceNames.join(',')}`;
    const names = apiGroups.flatMap((group) =>
      resources.map((resource) => `${resource}${group === '' ? '' : `.${group}`}${only}`),
    );
    for (const name of names) rights.set(name, [...(rights.get(name) ?? []), ...verbs]);
  }
  return sortValues(Object.fromEntries(rights));
}

function sortValues(rights: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(rights).map(([name, verbs]) => [name, [...verbs].sort()]));
}
