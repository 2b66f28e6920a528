/** The built-in kinds that we use, and where the API server serves them. */
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
import { define } from './define.ts';

export const configMaps = define<ConfigMap>('v1', 'ConfigMap', 'configmaps');
export const namespaces = define<Namespace>('v1', 'Namespace', 'namespaces', 'Cluster');
export const nodes = define<Node>('v1', 'Node', 'nodes', 'Cluster');
export const persistentVolumeClaims = define<PersistentVolumeClaim>(
  'v1',
  'PersistentVolumeClaim',
  'persistentvolumeclaims',
);
export const pods = define<Pod>('v1', 'Pod', 'pods');
export const resourceQuotas = define<ResourceQuota>('v1', 'ResourceQuota', 'resourcequotas');
export const secrets = define<Secret>('v1', 'Secret', 'secrets');
export const serviceAccounts = define<ServiceAccount>('v1', 'ServiceAccount', 'serviceaccounts');
export const services = define<Service>('v1', 'Service', 'services');

export const deployments = define<Deployment>('apps/v1', 'Deployment', 'deployments');
export const events = define<Event>('events.k8s.io/v1', 'Event', 'events');
export const leases = define<Lease>('coordination.k8s.io/v1', 'Lease', 'leases');
export const storageClasses = define<StorageClass>(
  'storage.k8s.io/v1',
  'StorageClass',
  'storageclasses',
  'Cluster',
);

const NETWORKING = 'networking.k8s.io/v1';
export const ingresses = define<Ingress>(NETWORKING, 'Ingress', 'ingresses');
export const ingressClasses = define<IngressClass>(NETWORKING, 'IngressClass', 'ingressclasses', 'Cluster');
export const networkPolicies = define<NetworkPolicy>(NETWORKING, 'NetworkPolicy', 'networkpolicies');

const RBAC = 'rbac.authorization.k8s.io/v1';
export const roles = define<Role>(RBAC, 'Role', 'roles');
export const roleBindings = define<RoleBinding>(RBAC, 'RoleBinding', 'rolebindings');

export const apiServices = define<ApiService>(
  'apiregistration.k8s.io/v1',
  'APIService',
  'apiservices',
  'Cluster',
);
export const customResourceDefinitions = define<CustomResourceDefinition>(
  'apiextensions.k8s.io/v1',
  'CustomResourceDefinition',
  'customresourcedefinitions',
  'Cluster',
);
export const validatingWebhookConfigurations = define<ValidatingWebhookConfiguration>(
  'admissionregistration.k8s.io/v1',
  'ValidatingWebhookConfiguration',
  'validatingwebhookconfigurations',
  'Cluster',
);
