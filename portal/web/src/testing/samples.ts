/** Sample answers of the portal; tests override the fields that matter to them. */
import type { AuditEntry } from '@gpulease/contract/audit';
import type { Job } from '@gpulease/contract/jobs';
import type { Alarm } from '@gpulease/contract/alarms';
import type { PlatformCheck } from '@gpulease/contract/platform';
import type { User } from '@gpulease/contract/users';
import type { CustomerGpuReport, GpuReport } from '@gpulease/contract/gpu-reports';
import type { Session } from '@gpulease/contract/auth';
import type { BillingRecord } from '@gpulease/contract/billing';
import type {
  AdminGpu,
  AdminImage,
  AdminPricingPolicy,
  AdminRegion,
  AdminSku,
  Image,
  Node,
  Region,
  Sku,
} from '@gpulease/contract/catalogue';
import type { Config } from '@gpulease/contract/config';
import type { ApiToken, Balance, Me, Notice, SignIn } from '@gpulease/contract/me';
import {
  platformFindings,
  type PlatformCheckName,
  type PlatformFinding,
} from '@gpulease/contract/platform-checks';
import type { Quote, Workload, WorkloadEvent } from '@gpulease/contract/workloads';

const time = '2026-11-21T09:00:00.000Z';
const condition = { ready: true, reason: 'Ready', message: '' };

export const aConfig: Config = {
  version: '0.1.0',
  languages: ['zh', 'en'],
  defaultLanguage: 'zh',
  currency: { code: 'CNY', cnyPerUsd: '7.20', date: time },
  recharge: { minimum: '1.00', maximum: '50000.00', methods: ['TEST'] },
  sandbox: true,
  singleSignOn: false,
  email: true,
  measuresGpus: false,
  dunning: { zh: '余额用尽时实例会停止。', en: 'Machines stop when the balance is used up.' },
  unfundedDiskDays: 15,
  stoppedDiskDays: 30,
  support: null,
  documents: '/docs',
  terms: { version: '1', path: '/terms' },
  smsResendSeconds: 60,
};

export const nobody: Session = { user: null, expiresAt: null };

export const aUserSession: Session = {
  user: {
    username: 'demo',
    role: 'USER',
    language: null,
    mustChangePassword: false,
    mustSetUpSecondFactor: false,
  },
  expiresAt: time,
};

export const anAdminSession: Session = {
  user: {
    username: 'admin',
    role: 'ADMIN',
    language: null,
    mustChangePassword: false,
    mustSetUpSecondFactor: false,
  },
  expiresAt: time,
};

export const aBalance: Balance = {
  balance: '100.00',
  held: '7.20',
  accrued: '0.00',
  available: '92.80',
  owed: '0.00',
  burnPerHour: '7.20',
  runwayHours: 13,
  spentThisMonth: '1.23',
  runningWorkloads: 1,
};

export const aMe: Me = {
  username: 'demo',
  phone: '13800138000',
  email: null,
  role: 'USER',
  status: 'active',
  language: null,
  restartOnRecharge: false,
  balanceAlert: null,
  createdAt: time,
};

export const aNotice: Notice = {
  id: '1',
  kind: 'UNFUNDED_DISK',
  workload: '1-1',
  until: time,
  offer: null,
  perHour: null,
  amount: null,
  why: null,
  apiToken: null,
  createdAt: time,
  readAt: null,
};

export const aSignIn: SignIn = {
  id: 'aa11',
  current: true,
  userAgent: '',
  address: '10.0.0.7',
  createdAt: time,
  lastSeenAt: time,
  expiresAt: time,
};

export const anApiToken: ApiToken = {
  name: 'nightly',
  scope: 'READ',
  hint: 'gpulease_…9f3a',
  createdAt: time,
  expiresAt: null,
  lastUsedAt: null,
};

export const aRegion: Region = {
  name: '9-1',
  displayName: '华东一区',
  description: '训练集群',
  translations: {},
  tags: [],
  status: 'active',
  nodes: 1,
  workloads: 0,
  gpus: [],
  httpDomain: null,
  condition,
  createdAt: time,
  updatedAt: time,
  etag: '1',
};

const hourly = { name: '1', mode: 'ON_DEMAND', price: '7.20', currency: 'CNY', unit: 'HOUR' } as const;

export const aSku: Sku = {
  name: '1',
  displayName: '训练型 1',
  description: '',
  translations: {},
  cpu: 14,
  memory: 112,
  disk: 500,
  gpu: '1',
  gpuModel: '4090',
  gpuMemory: 24,
  gpuNumber: 1,
  tags: [],
  status: 'active',
  pricingNames: ['1'],
  pricing: [hourly],
  availability: [
    {
      region: '9-1',
      available: 3,
      largest: 3,
      level: 'HIGH',
      spot: { available: 3, level: 'HIGH' },
      bookable: 3,
    },
  ],
  workloads: 0,
  condition,
  createdAt: time,
  updatedAt: time,
  etag: '1',
};

export const anImage: Image = {
  name: '12',
  description: '官方镜像',
  translations: {},
  osType: 'LINUX',
  version: '12',
  size: 2,
  architecture: 'amd64',
  status: 'enabled',
  defaultUser: '_1000',
  gpuDriverVersion: null,
  cudaVersion: null,
  gpuMetricsPort: null,
  workloads: 0,
  condition,
  createdAt: time,
  updatedAt: time,
  etag: '1',
};

const operated = { managedBy: null, deleting: false, conditions: [] };

export const anAdminRegion: AdminRegion = {
  ...aRegion,
  exposureType: 'NODE_PORT',
  nodePorts: { first: 30_000, last: 32_767, free: 2700 },
  addresses: ['203.0.113.7'],
  ingressClassName: null,
  httpScheme: 'HTTP',
  storageClassName: null,
  storageLocality: 'SHARED',
  cpuModel: null,
  gpuCheckPolicy: 'NEVER',
  gpuCheckImage: null,
  gpuCheckTimeout: 900,
  ...operated,
};

export const anAdminSku: AdminSku = { ...aSku, nodes: 1, faults: [], ...operated };

export const anAdminImage: AdminImage = {
  ...anImage,
  gpuDriverVersion: '580.95.05',
  cudaVersion: '13.0',
  gpuMetricsPort: 9400,
  source: { type: 'DATA_SOURCE', namespace: '1', name: '12' },
  importProgress: null,
  ...operated,
};

export const anAdminGpu: AdminGpu = {
  name: '1',
  vendor: '7',
  model: '4090',
  memory: 24,
  total: 8,
  allocated: 1,
  free: 7,
  deviceName: '7/4090',
  pciVendorSelector: null,
  nodes: 1,
  skus: 1,
  condition,
  createdAt: time,
  updatedAt: time,
  etag: '1',
  ...operated,
};

export const anAdminPolicy: AdminPricingPolicy = {
  ...hourly,
  description: '',
  translations: {},
  skus: 1,
  workloads: 0,
  condition,
  createdAt: time,
  updatedAt: time,
  etag: '1',
  ...operated,
};

export const aNode: Node = {
  name: '7-1',
  description: '一号机柜',
  tags: [],
  region: '9-1',
  nodeName: null,
  status: 'active',
  maintenance: null,
  expectedBackAt: null,
  quarantine: [],
  reliability: { starts: 120, failedStarts: 3, faults: 1, faultsPerGpuMonth: 0.125 },
  gpuCheck: null,
  resources: { cpu: 128, memory: 1_048_576, storage: 7_000, gpuModel: '1', gpuNumber: 8 },
  capacity: { cpu: 126, memory: 1_040_000, storage: 7_000, gpus: 8 },
  allocated: { cpu: 14, memory: 114_688, storage: 500, gpus: 1 },
  freeGpus: 7,
  skus: ['1'],
  sharing: 'SHARED',
  workloads: 1,
  condition,
  createdAt: time,
  updatedAt: time,
  etag: '1',
  ...operated,
};

export const aQuote: Quote = {
  pricing: hourly,
  skuQuantity: 1,
  pricingQuantity: 1,
  expectedPrice: '7.20',
  perHour: '7.20',
  perMonth: '5184.00',
  charge: '0.00',
  hold: '7.20',
  affordable: true,
  missing: '0.00',
  availableAfter: '85.60',
  runtimeHours: 12.8,
  termStart: null,
  termEnd: null,
  available: 3,
  queued: 0,
  quota: null,
  spending: null,
};

export const aWorkload: Workload = {
  uid: '1',
  resourceVersion: '1',
  name: '1-1',
  user: 'demo',
  type: 'VIRTUAL_MACHINE',
  status: 'RUNNING',
  reason: 'Running',
  message: 'The machine is running.',
  sku: '1',
  skuId: null,
  skuDisplayName: '训练型 1',
  skuTranslations: {},
  skuQuantity: 1,
  resources: { cpu: 14, memory: 112, disk: 500, gpuModel: '4090', gpuNumber: 1 },
  pricing: hourly,
  pricingQuantity: 1,
  region: '9-1',
  node: '7-1',
  queuePlace: null,
  ipAddress: '192.0.2.1',
  sshPort: 30022,
  rdpPort: null,
  keptUntil: null,
  stopAt: null,
  plannedMaintenance: null,
  diskOnNode: false,
  expectedBackAt: null,
  sshUser: '1000',
  image: '12',
  rootDiskSize: 40,
  authorizedKeys: [],
  ports: [],
  http: null,
  httpHostUrl: null,
  resume: 'MANUAL',
  onNodeLoss: 'WAIT',
  autoStop: { kind: 'NEVER' },
  autoStopAt: null,
  autoStartAt: null,
  autoStopFault: null,
  measuresGpus: true,
  interruption: null,
  orderId: '12345',
  reservationStartTime: null,
  termEnd: null,
  term: null,
  startTime: time,
  stoppedAt: null,
  createdAt: time,
  updatedAt: time,
  cost: { total: '0.16', thisRun: '0.16', unsettled: '0.00', perHour: '7.20', fundedUntil: null },
  runs: [{ id: '1', startedAt: time, stoppedAt: null, endReason: null, cost: '0.16' }],
  allowedActions: ['stop', 'restart', 'destroy'],
  observed: true,
  startPrice: null,
  etag: '1',
};

export const anEvent: WorkloadEvent = {
  time,
  type: 'NORMAL',
  actor: 'CUSTOMER',
  by: 'demo',
  reason: 'STOP_WORKLOAD',
  message: 'A stop was requested.',
  explanation: null,
  count: 1,
};

export const aBillingRecord: BillingRecord = {
  id: '1',
  user: 'demo',
  type: 'RECHARGE',
  paymentMethod: 'TEST',
  amount: '100.00',
  paymentAmount: '100.00',
  operator: null,
  remark: '',
  refundReason: null,
  workload: null,
  date: time,
  day: null,
  successTime: time,
  balanceAfter: '100.00',
};

export const anAuditEntry: AuditEntry = {
  id: '7',
  at: time,
  actor: '1',
  action: 'SET_USER_STATUS',
  subject: '1001',
  outcome: 'SUCCESS',
  address: '10.0.0.7',
  requestId: 'r-1',
  details: { status: 'inactive' },
};

export const aGpuReport: GpuReport = {
  id: '7',
  name: '1-1',
  fault: 'ERRORS',
  details: 'Xid 79',
  status: 'OPEN',
  answer: null,
  check: null,
  credit: null,
  creditedAt: null,
  createdAt: time,
  answeredAt: null,
};

export const aCustomerGpuReport: CustomerGpuReport = {
  ...aGpuReport,
  user: 'demo',
  region: '9-1',
  node: '7-1',
  gpu: '4090',
  answeredBy: null,
  failedDevice: null,
};

export const aJob: Job = {
  id: 'START_WORKLOAD:7',
  name: 'START_WORKLOAD',
  status: 'FAILING',
  subject: '1-1',
  user: '1001',
  attempts: 3,
  nextAttemptAt: time,
  lastError: null,
};

export const anAlarm: Alarm = {
  id: '4f5dd9c0-5a8a-4f0e-9c0a-1f2d3c4b5a69',
  kind: 'NODE_NOT_READY',
  status: 'OPEN',
  subject: '9-1',
  parameters: { region: '1-1' },
  condition: { reason: 'NodeLost', message: 'The node is lost.' },
  openedAt: time,
  acknowledgedBy: null,
  acknowledgedAt: null,
  endedAt: null,
};

/** A platform check with this finding, and a value for every parameter of its text. */
export function aPlatformCheck(name: PlatformCheckName, finding: PlatformFinding): PlatformCheck {
  const parameters = {
    ...{ version: '0.2.0', own: '0.1.0', holder: '7-1', phase: '1', newest: '0140', known: '0139' },
    ...{ processes: 2, ready: 1, wanted: 2, waiting: 3, failing: 4, givenUp: 5, faults: 6, used: 60 },
    ...{ usable: 97, seconds: 330, hours: 36, at: time, since: time },
  };
  return { name, status: platformFindings[finding], finding, parameters };
}

export const aUser: User = {
  username: 'demo',
  phone: '13800138000',
  email: null,
  role: 'USER',
  status: 'active',
  balance: '100.00',
  available: '92.80',
  owed: '0.00',
  workloads: 1,
  secondFactor: false,
  createdAt: time,
  lastLoginAt: null,
};
