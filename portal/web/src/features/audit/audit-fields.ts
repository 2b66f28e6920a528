/** The names of changed catalogue fields in the audit log. Pure. */

const texts = {
  displayName: 'catalogue.displayName',
  description: 'catalogue.description',
  'translations.en.displayName': 'catalogue.englishDisplayName',
  'translations.en.description': 'catalogue.englishDescription',
  tags: 'catalogue.tags',
  status: 'common.status',
  exposureType: 'region.exposureType',
  addresses: 'region.addresses',
  httpDomain: 'region.httpDomain',
  ingressClassName: 'region.ingressClassName',
  httpScheme: 'region.httpScheme',
  storageClassName: 'region.storageClassName',
  storageLocality: 'region.storageLocality',
  cpuModel: 'region.cpuModel',
  gpuCheckPolicy: 'region.gpuCheckPolicy',
  gpuCheckImage: 'region.gpuCheckImage',
  gpuCheckTimeout: 'region.gpuCheckTimeout',
  vendor: 'catalogue.vendor',
  model: 'catalogue.model',
  deviceName: 'gpu.deviceName',
  pciVendorSelector: 'gpu.pciVendorSelector',
  cpu: 'catalogue.cpu',
  memory: 'catalogue.machineMemory',
  'gpus/memory': 'catalogue.memory',
  disk: 'catalogue.disk',
  gpu: 'sku.gpu',
  gpuNumber: 'catalogue.gpuNumber',
  pricingNames: 'navigation.admin.pricing-policies',
  osType: 'image.osType',
  version: 'image.version',
  size: 'image.size',
  architecture: 'image.architecture',
  defaultUser: 'image.defaultUser',
  gpuDriverVersion: 'image.gpuDriverVersion',
  cudaVersion: 'image.cudaVersion',
  gpuMetricsPort: 'image.gpuMetricsPort',
  'source.type': 'image.sourceType',
  'source.url': 'image.parts.url',
  'source.checksum': 'image.parts.checksum',
  'source.namespace': 'image.parts.namespace',
  'source.name': 'image.parts.name',
  price: 'policy.price',
  currency: 'policy.currency',
  unit: 'policy.unit',
  region: 'workload.region',
  nodeName: 'node.nodeName',
  'resources.cpu': 'catalogue.cpu',
  'resources.memory': 'catalogue.machineMemory',
  'resources.storage': 'node.storage',
  'resources.gpuModel': 'sku.gpu',
  'resources.gpuNumber': 'catalogue.gpuNumber',
  skus: 'navigation.admin.skus',
  sharing: 'node.sharing',
  address: 'quarantine.address',
  devicePlugin: 'quarantine.devicePlugin',
  fault: 'gpuReport.fault',
  failedDevice: 'gpuReport.failedDevice',
  amount: 'billing.amount',
  recharge: 'payments.recharges',
  decision: 'payments.decision',
  expectedPrice: 'policy.price',
  expectedUnit: 'policy.unit',
  node: 'workload.node',
  ipAddress: 'workload.ipAddress',
  sshPort: 'workload.sshPort',
  ports: 'workload.ports',
  http: 'workload.httpHost',
  startTime: 'schedule.startTime',
  endTime: 'plan.endTime',
  expectedBackAt: 'nodeReturn.expectedBackAt',
  sku: 'workload.sku',
  image: 'workload.image',
  resume: 'workload.resume',
  onNodeLoss: 'workload.onNodeLoss',
  autoStop: 'autoStop.title',
  kind: 'console.kind',
  gpus: 'quota.kind.gpus',
  workloads: 'quota.kind.workloads',
  storage: 'quota.kind.storage',
  keptApiTokens: 'audit.keptApiTokens',
  keptSingleSignOn: 'audit.keptSingleSignOn',
} as const;

type Field = keyof typeof texts;
type FieldText = (typeof texts)[Field];

const isField = (name: string): name is Field => Object.hasOwn(texts, name);

/** The text key for a field of the subject (`skus/a100`); undefined for fields that no longer exist. */
export function fieldText(subject: string | null, field: string): FieldText | undefined {
  const ofItsKind = `${subject?.split('/')[0]}/${field}`;
  if (isField(ofItsKind)) return texts[ofItsKind];
  return isField(field) ? texts[field] : undefined;
}

type Changes = Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown }>>;

/** The changed fields of an entry with their values before and after; empty for entries from before they were recorded. */
export function changedFields(changes: unknown) {
  return Object.entries(typeof changes === 'object' && changes !== null ? (changes as Changes) : {});
}
