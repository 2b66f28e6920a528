/** The namespace of the tenant for tests of policies. */
export const tenantNamespace = 'u-policies';

/** A workload with dangling references, which no policy checks. */
export function workload(name: string, metadata: object = {}, namespace = tenantNamespace) {
  return {
    apiVersion: 'gpulease.dev/v1alpha1',
    kind: 'Workload',
    metadata: { name, namespace, ...metadata },
    spec: {
      type: 'VirtualMachine',
      sku: 'a100',
      image: 'debian',
      rootDiskSize: '20Gi',
      region: 'cn-east-1',
      pricing: { policy: 'hourly' },
    },
  };
}

export function namespace(name: string, labels: object, ownerReferences: object[] = []) {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels, ownerReferences } };
}

export function machine(name: string, labels: object, home: string = tenantNamespace) {
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name, namespace: home, labels },
    spec: { template: { spec: { domain: { devices: {} } } } },
  };
}

export function disk(name: string, labels: object, home: string = tenantNamespace) {
  return {
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataVolume',
    metadata: { name, namespace: home, labels },
    spec: { source: { blank: {} }, storage: { resources: { requests: { storage: '10Gi' } } } },
  };
}

export function claim(name: string, labels: object, home: string = tenantNamespace) {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace: home, labels },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '10Gi' } } },
  };
}
