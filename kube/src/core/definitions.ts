/** Where the API server serves the built-in kinds that we use. */
import type { ResourceDefinition } from '@gpulease/crds';
import type {
  ConfigMap,
  Namespace,
  PersistentVolumeClaim,
  ResourceQuota,
  Secret,
  ServiceAccount,
} from './objects.ts';
import type { Ingress, IngressClass, NetworkPolicy, Service } from './networking.ts';
import type {
  ApiService,
  CustomResourceDefinition,
  Event,
  Lease,
  Role,
  RoleBinding,
  StorageClass,
  ValidatingWebhookConfiguration,
} from './system.ts';
import type { Deployment, Node, Pod } from './workloads.ts';

export const configMaps = core<ConfigMap>('ConfigMap', 'configmaps');
export const namespaces: ResourceDefinition<Namespace> = {
  ...core('Namespace', 'namespaces'),
  namespaced: false,
};
export const nodes: ResourceDefinition<Node> = { ...core('Node', 'nodes'), namespaced: false };
export const persistentVolumeClaims = core<PersistentVolumeClaim>(
  'PersistentVolumeClaim',
  'persistentvolumeclaims',
);
export const pods = core<Pod>('Pod', 'pods');
export const resourceQuotas = core<ResourceQuota>('ResourceQuota', 'resourcequotas');
export const secrets = core<Secret>('Secret', 'secrets');
export const serviceAccounts = core<ServiceAccount>('ServiceAccount', 'serviceaccounts');
export const services = core<Service>('Service', 'services');

export const deployments = define<Deployment>('apps/v1', 'Deployment', 'deployments');
export const events = define<Event>('events.k8s.io/v1', 'Event', 'events');
export const ingresses = define<Ingress>('networking.k8s.io/v1', 'Ingress', 'ingresses');
export const ingressClasses: ResourceDefinition<IngressClass> = {
  ...define('networking.k8s.io/v1', 'IngressClass', 'ingressclasses'),
  namespaced: false,
};
export const leases = define<Lease>('coordination.k8s.io/v1', 'Lease', 'leases');
export const networkPolicies = define<NetworkPolicy>(
  'networking.k8s.io/v1',
  'NetworkPolicy',
  'networkpolicies',
);
export const roles = define<Role>('rbac.authorization.k8s.io/v1', 'Role', 'roles');
export const roleBindings = define<RoleBinding>(
  'rbac.authorization.k8s.io/v1',
  'RoleBinding',
  'rolebindings',
);

export const apiServices: ResourceDefinition<ApiService> = {
  ...define('apiregistration.k8s.io/v1', 'APIService', 'apiservices'),
  namespaced: false,
};
export const customResourceDefinitions: ResourceDefinition<CustomResourceDefinition> = {
  ...define('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'customresourcedefinitions'),
  namespaced: false,
};
export const storageClasses: ResourceDefinition<StorageClass> = {
  ...define('storage.k8s.io/v1', 'StorageClass', 'storageclasses'),
  namespaced: false,
};

export const validatingWebhookConfigurations: ResourceDefinition<ValidatingWebhookConfiguration> = {
  ...define(
    'admissionregistration.k8s.io/v1',
    'ValidatingWebhookConfiguration',
    'validatingwebhookconfigurations',
  ),
  namespaced: false,
};

function core<T>(kind: string, plural: string): ResourceDefinition<T> {
  return { group: '', version: 'v1', kind, plural, singular: kind.toLowerCase(), namespaced: true };
}

function define<T>(apiVersion: string, kind: string, plural: string): ResourceDefinition<T> {
  const [group = '', version = ''] = apiVersion.split('/');
  return { group, version, kind, plural, singular: kind.toLowerCase(), namespaced: true };
}
