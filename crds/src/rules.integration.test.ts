import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect, namespaces, resourcePath, type ApiObject, type Cluster } from '@gpulease/kube';
import { startOwnControlPlane, type OwnControlPlane } from '@gpulease/local/testing';
import { customResources } from './generator/resources.ts';
import { toStructuralSchema, type StructuralSchema } from './generator/structural-schema.ts';
import type { ResourceDefinition } from './object.ts';
import { sample, type SampleObject } from './testing/samples.ts';

/** New values for fields of a sample, by path; undefined removes a field. */
type Change = Record<string, unknown>;

interface Case {
  kind: string;
  /** Describes the rejected value, for the test title. */
  refusal: string;
  refused: Change;
  accepted: Change;
  /** Part of the error message. */
  message: string;
  /** For rules about updates: the fields before the update. */
  before?: Change;
}

const unchanged: Change = {};
const reserved: Change = {
  'spec.pricing.quantity': 1,
  'spec.reservation': { startTime: '2026-12-01T00:00:00Z' },
};
const officeHours = { days: ['Mon', 'Fri'], from: '09:00', to: '18:00', timeZone: 'Asia/Shanghai' };
const longName = 'a'.repeat(64);
const file = { url: 'https://images.example.com/debian-12.qcow2', checksum: `sha256:${'0'.repeat(64)}` };

const nameCases = customResources
  .filter(({ definition }) => definition.kind !== 'Tenant')
  .map(({ definition: { kind } }) => ({
    kind,
    refusal: 'a name of 64 characters',
    refused: { 'metadata.name': longName },
    accepted: { 'metadata.name': longName.slice(1) },
    message: 'metadata.name: Invalid value: the name must have at most 63 characters',
  }));

/** Lists whose items must be unique, with an item and the error for a duplicate. */
const twiceCases = (
  [
    ['Region', 'spec.tags', '训练', 'each tag can be given only once'],
    ['Region', 'spec.exposure.addresses', '203.0.113.7', 'each address can be given only once'],
    ['Region', 'spec.storage.accessModes', 'ReadWriteOnce', 'each access mode can be given only once'],
    ['ComputeNode', 'spec.skus', 'cpu-16', 'each name can be given only once'],
    ['SKU', 'spec.pricing', 'by-the-hour', 'each name can be given only once'],
    ['Workload', 'spec.ssh.authorizedKeys', `ssh-rsa ${'A'.repeat(372)}`, 'each key can be given only once'],
  ] as const
).map(([kind, path, item, message]) => ({
  kind,
  refusal: `one item twice in ${path}`,
  refused: { [path]: [item, item] },
  accepted: { [path]: [item] },
  message: `${path}: Invalid value: ${message}`,
}));

/** Errors for numbers where a quantity or price string is required. */
const numberCases = (
  [
    ['Workload', 'spec.rootDiskSize', 200, '200Gi', 'must be a whole number of Mi, Gi or Ti'],
    ['ComputeNode', 'spec.resources.storage', 1024, '999Ti', 'must be a whole number of Mi, Gi or Ti'],
    ['SKU', 'spec.memory', 32, '32Gi', 'must be a whole number of Mi, Gi or Ti'],
    ['VMImage', 'spec.size', 30, '30720Mi', 'must be a whole number of Mi, Gi or Ti'],
    ['PricingPolicy', 'spec.price', 7, '7', 'must be a decimal number in quotation marks'],
    ['PricingPolicy', 'spec.price', 7.2, '7.2', 'must be of type integer,string'],
  ] as const
).map(([kind, path, refused, accepted, message]) => ({
  kind,
  refusal: `the number ${refused} as ${path}`,
  refused: { [path]: refused },
  accepted: { [path]: accepted },
  message,
}));

const inner = 'must not be at a loopback, link-local or private address';
/** URLs with a forbidden host, and similar URLs that are allowed. */
const hostCases = (
  [
    ['http://169.254.169.254/latest/meta-data', 'http://169.253.169.254/disk'],
    ['http://10.1.2.3:8080/disk', 'https://10.example.com/disk'],
    ['http://172.31.0.1/disk', 'http://172.32.0.1/disk'],
    ['http://100.100.100.200/latest/meta-data', 'http://100.128.0.1/disk'],
    ['http://127.1/disk', 'http://127.1.example.com/disk'],
    ['http://2130706433/disk', 'http://2130706433.example.com/disk'],
    ['http://0x7f000001/disk', 'http://0x7f.example.com/disk'],
    ['http://0177.0.0.1/disk', 'http://177.0.0.1/disk'],
    ['http://Localhost:8080/disk', 'http://localhost.example.com/disk'],
    ['http://metadata.google.internal/disk', 'http://images.company.internal/disk'],
    ['http://[::1]/disk', 'http://[2001:db8::1]/disk'],
    ['http://[fd00::1]:80/disk', 'http://[3fff::1]:80/disk'],
    ['http://[::ffff:10.0.0.1]/disk', 'http://203.0.113.7/disk'],
  ] as const
).flatMap(([refused, accepted]) =>
  (['http', 'registry'] as const).map((source) => ({
    kind: 'VMImage',
    refusal: `a disk from ${refused} (${source})`,
    refused: imageFrom(source, refused),
    accepted: imageFrom(source, accepted),
    message: inner,
  })),
);

function imageFrom(source: 'http' | 'registry', url: string): Change {
  if (source === 'http') return { 'spec.source': { http: { ...file, url } } };
  return { 'spec.source': { registry: { url: url.replace('http', 'docker').replace('dockers', 'docker') } } };
}

const termCases = (
  [
    ['sku', 'h100-80g-1'],
    ['skuQuantity', 2],
    ['image', 'debian-12'],
    ['region', 'cn-east-1'],
  ] as const
).map(([field, value]) => ({
  kind: 'Workload',
  refusal: `another ${field} than was ordered`,
  before: unchanged,
  refused: { [`spec.${field}`]: value },
  accepted: { 'spec.powerState': 'Stopped' },
  message: `${field} is part of the order and cannot be changed; create another workload`,
}));

/** The status with the resources that a workload's price includes. */
function included(disk: string): object {
  return { resources: { cpu: 8, memory: '32Gi', disk } };
}

const cases: Case[] = [
  ...nameCases,
  ...twiceCases,
  ...numberCases,
  ...hostCases,
  {
    kind: 'Region',
    refusal: 'NodePort without an address',
    refused: { 'spec.exposure': { type: 'NodePort' } },
    accepted: { 'spec.exposure': { type: 'LoadBalancer' } },
    message: 'exposure of type NodePort needs at least one IP address in addresses',
  },
  {
    kind: 'Region',
    refusal: 'an invalid CPU model',
    refused: { 'spec.cpuModel': 'EPYC Milan' },
    accepted: { 'spec.cpuModel': 'EPYC-Milan' },
    message: 'must be host-passthrough, host-model or the name of a CPU model that KubeVirt knows',
  },
  {
    kind: 'Region',
    refusal: 'an invalid address',
    refused: { 'spec.exposure.addresses': ['203.0.113.300'] },
    accepted: { 'spec.exposure.addresses': ['203.0.113.30', '2001:db8::1'] },
    message: 'must be a valid IP address, for example 203.0.113.7',
  },
  ...['0.0.0.0', '::', '224.0.0.1', '169.254.1.1', 'fe80::1', '255.255.255.255'].map((address) => ({
    kind: 'Region',
    refusal: `the address ${address}, which is no host's`,
    refused: { 'spec.exposure.addresses': [address] },
    accepted: { 'spec.exposure.addresses': ['10.0.0.1', '127.0.0.1', '2001:db8::1'] },
    message: 'must be the address of one host',
  })),
  {
    kind: 'Region',
    refusal: 'addresses for a load balancer',
    refused: { 'spec.exposure': { type: 'LoadBalancer', addresses: ['203.0.113.7'] } },
    accepted: { 'spec.exposure': { type: 'LoadBalancer', addresses: [] } },
    message: 'with type LoadBalancer every machine gets an address of its own; leave addresses out',
  },
  {
    kind: 'Region',
    refusal: 'an HTTP domain without a dot',
    refused: { 'spec.http.domain': 'localhost' },
    accepted: { 'spec.http.domain': 'gpus.example' },
    message: 'must be a domain name in lowercase letters with at least one dot',
  },
  {
    kind: 'GPU',
    refusal: 'a device without the domain of its plugin',
    refused: { 'spec.deviceName': 'GA100_A100_PCIE_80GB' },
    accepted: { 'spec.deviceName': 'nvidia.com/GA100_A100_PCIE_80GB' },
    message: 'must be an extended resource, a domain and a name with a slash between them',
  },
  {
    kind: 'GPU',
    refusal: 'a built-in resource of Kubernetes as the device',
    refused: { 'spec.deviceName': 'kubernetes.io/hugepages' },
    accepted: { 'spec.deviceName': 'nvidia.com/AD102GL_L40S' },
    message: 'names of kubernetes.io are resources of Kubernetes itself',
  },
  {
    kind: 'GPU',
    refusal: 'a PCI id in lowercase',
    refused: { 'spec.pciVendorSelector': '10de:20b5' },
    accepted: { 'spec.pciVendorSelector': '10DE:20B5' },
    message: 'must be the vendor and the device id, four uppercase hexadecimal digits each',
  },
  {
    kind: 'SKU',
    refusal: 'memory in a decimal unit',
    refused: { 'spec.memory': '32GB' },
    accepted: { 'spec.memory': '32Gi' },
    message: 'must be a whole number of Mi, Gi or Ti',
  },
  {
    kind: 'SKU',
    refusal: 'too little memory for an operating system',
    refused: { 'spec.memory': '255Mi' },
    accepted: { 'spec.memory': '256Mi' },
    message: 'must be at least 256Mi',
  },
  {
    kind: 'SKU',
    refusal: 'a disk too small for an operating system',
    refused: { 'spec.disk': '1023Mi' },
    accepted: { 'spec.disk': '1Gi' },
    message: 'must be at least 1Gi',
  },
  {
    kind: 'SKU',
    refusal: 'memory beyond the maximum',
    refused: { 'spec.memory': '1000Ti' },
    accepted: { 'spec.memory': '999Ti' },
    message: 'must be a whole number of Mi, Gi or Ti, below 1000Ti',
  },
  {
    kind: 'SKU',
    refusal: 'an invalid pricing policy name',
    refused: { 'spec.pricing': ['By the hour'] },
    accepted: { 'spec.pricing': ['by-the-hour'] },
    message: 'must be lowercase letters, digits, hyphens and dots',
  },
  {
    kind: 'ComputeNode',
    refusal: 'a Node name with an empty part',
    refused: { 'spec.nodeName': 'gpu-01..example' },
    accepted: { 'spec.nodeName': 'gpu-01.example' },
    message: 'must be lowercase letters, digits, hyphens and dots',
  },
  {
    kind: 'ComputeNode',
    refusal: 'no SKU',
    refused: { 'spec.skus': [] },
    accepted: { 'spec.skus': ['cpu-16'] },
    message: 'should have at least 1 items',
  },
  {
    kind: 'ComputeNode',
    refusal: 'a toleration of an invalid taint',
    refused: { 'spec.tolerations': [{ key: 'nvidia.com/' }] },
    accepted: { 'spec.tolerations': [{ key: 'nvidia.com/gpu' }] },
    message: 'must be the key of a taint, for example nvidia.com/gpu',
  },
  {
    kind: 'ComputeNode',
    refusal: 'a toleration of node problems',
    refused: { 'spec.tolerations': [{ key: 'node.kubernetes.io/out-of-service', operator: 'Exists' }] },
    accepted: { 'spec.tolerations': [{ key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoSchedule' }] },
    message: 'taints under node.kubernetes.io/ are set by Kubernetes when a node has problems',
  },
  {
    kind: 'ComputeNode',
    refusal: 'a toleration with the operator Exists and a value',
    refused: { 'spec.tolerations': [{ key: 'team', operator: 'Exists', value: 'vision' }] },
    accepted: { 'spec.tolerations': [{ key: 'team', value: 'vision' }] },
    message: 'a value goes with the operator Equal only',
  },
  {
    kind: 'ComputeNode',
    refusal: 'a GPU at an invalid PCI address',
    refused: { 'spec.quarantine': [{ address: '17:00.0', reason: 'Xid 79' }] },
    accepted: { 'spec.quarantine': [{ address: '0000:17:00.0', reason: 'Xid 79' }] },
    message: 'must be a PCI address in lowercase, for example 0000:17:00.0',
  },
  {
    kind: 'ComputeNode',
    refusal: 'two GPUs at the same address',
    refused: { 'spec.quarantine': [{ address: '0000:17:00.0', count: 2, reason: 'Xid 79' }] },
    accepted: { 'spec.quarantine': [{ address: '0000:17:00.0', reason: 'Xid 79' }] },
    message: 'an address names one GPU; leave out count',
  },
  {
    kind: 'ComputeNode',
    refusal: 'planned maintenance without an end',
    refused: { 'spec.maintenance': { reason: 'A new fan.', startTime: '2027-01-02T02:00:00Z' } },
    accepted: { 'spec.maintenance': { reason: 'A new fan.' } },
    message: 'planned maintenance needs both startTime and endTime',
  },
  {
    kind: 'ComputeNode',
    refusal: 'planned maintenance that ends before it starts',
    refused: {
      'spec.maintenance': {
        ...{ reason: 'A new fan.', startTime: '2027-01-02T02:00:00Z', endTime: '2027-01-02T09:00:00+08:00' },
      },
    },
    accepted: {
      'spec.maintenance': {
        ...{ reason: 'A new fan.', startTime: '2027-01-02T02:00:00Z', endTime: '2027-01-02T11:00:00+08:00' },
      },
    },
    message: 'endTime must be later than startTime',
  },
  {
    kind: 'ComputeNode',
    refusal: 'a resume policy without planned maintenance',
    refused: { 'spec.maintenance': { reason: 'A new fan.', resume: 'Automatic' } },
    accepted: { 'spec.maintenance': { reason: 'A new fan.' } },
    message: 'resume goes with planned maintenance',
  },
  {
    kind: 'ComputeNode',
    refusal: 'another region while the node has workloads',
    before: { status: { workloads: 1 } },
    refused: { 'spec.region': 'cn-east-9' },
    accepted: { 'spec.nodeName': sample('ComputeNode').metadata.name, 'spec.state': 'Inactive' },
    message:
      'spec.region: Invalid value: region cannot be changed while workloads are placed here or have their disks here',
  },
  {
    kind: 'ComputeNode',
    refusal: 'another Node while the node has workloads',
    before: { status: { workloads: 1 } },
    refused: { 'spec.nodeName': 'another-host' },
    accepted: { 'spec.description': 'Has a new fan.' },
    message:
      'spec.nodeName: Invalid value: nodeName cannot be changed while workloads are placed here or have their disks here',
  },
  {
    kind: 'ComputeNode',
    refusal: 'an invalid Node name, even without workloads',
    before: { status: { workloads: 0 } },
    refused: { 'spec.nodeName': 'no..such' },
    accepted: { 'spec.nodeName': 'another-host', 'spec.region': 'cn-east-9' },
    message: 'must be lowercase letters, digits, hyphens and dots',
  },
  {
    kind: 'VMImage',
    refusal: 'a registry URL without a scheme',
    refused: { 'spec.source': { registry: { url: 'quay.io/containerdisks/debian:12' } } },
    accepted: { 'spec.source': { registry: { url: 'docker://quay.io/containerdisks/debian:12' } } },
    message: 'must be docker://, a registry and an image',
  },
  {
    kind: 'VMImage',
    refusal: 'a local path as the URL of a file',
    refused: { 'spec.source': { http: { ...file, url: '/srv/debian.qcow2' } } },
    accepted: { 'spec.source': { http: file } },
    message: 'must be the web address of a file',
  },
  {
    kind: 'VMImage',
    refusal: 'a password in the URL of a registry',
    refused: { 'spec.source': { registry: { url: 'docker://mei:secret@registry.example.com/debian:12' } } },
    accepted: {
      'spec.source': { registry: { url: `docker://registry.example.com/debian@sha256:${'0'.repeat(64)}` } },
    },
    message: 'must be docker://, a registry and an image, without a user or password',
  },
  {
    kind: 'VMImage',
    refusal: 'a password in the URL of a file',
    refused: {
      'spec.source': { http: { ...file, url: 'https://mei:secret@images.example.com/debian.qcow2' } },
    },
    accepted: { 'spec.source': { http: file } },
    message: 'must be the web address of a file, without a user or password',
  },
  {
    kind: 'VMImage',
    refusal: 'a checksum by an outdated algorithm',
    refused: { 'spec.source': { http: { ...file, checksum: `md5:${'0'.repeat(32)}` } } },
    accepted: { 'spec.source': { http: { ...file, checksum: `sha512:${'0'.repeat(128)}` } } },
    message: 'must be sha256: and 64 lowercase hexadecimal digits, or sha512: and 128',
  },
  {
    kind: 'VMImage',
    refusal: 'a DataSource in an invalid namespace',
    refused: { 'spec.source': { dataSource: { namespace: 'Golden.Images', name: 'debian' } } },
    accepted: { 'spec.source': { dataSource: { namespace: 'golden-images', name: 'debian' } } },
    message: 'must be the name of a namespace',
  },
  {
    kind: 'VMImage',
    refusal: 'an invalid user name',
    refused: { 'spec.defaultUser': '1st user' },
    accepted: { 'spec.defaultUser': 'first_user' },
    message: 'must be a user name of letters, digits, hyphens and underscores',
  },
  {
    kind: 'VMImage',
    refusal: 'an invalid GPU driver version',
    refused: { 'spec.gpu': { driverVersion: 'nvidia-550' } },
    accepted: { 'spec.gpu': { driverVersion: '550.90.07' } },
    message: 'must be one to four numbers with dots between them, for example 550.90.07',
  },
  {
    kind: 'VMImage',
    refusal: 'an invalid CUDA version',
    refused: { 'spec.gpu': { driverVersion: '550', cudaVersion: 'cu124' } },
    accepted: { 'spec.gpu': { driverVersion: '550', cudaVersion: '12.4' } },
    message: 'must be two or three numbers with dots between them, for example 12.4',
  },
  {
    kind: 'VMImage',
    refusal: 'a CUDA version without quotation marks, which YAML parses as a number',
    refused: { 'spec.gpu': { driverVersion: '580.95.05', cudaVersion: 13 } },
    accepted: { 'spec.gpu': { driverVersion: '580.95.05', cudaVersion: '13.0' } },
    message: 'spec.gpu.cudaVersion: Invalid value: "integer"',
  },
  {
    kind: 'VMImage',
    refusal: 'CUDA without a driver',
    refused: { 'spec.gpu': { cudaVersion: '12.4' } },
    accepted: { 'spec.gpu': { driverVersion: '32.0.15.8129' } },
    message: 'spec.gpu.driverVersion: Required value',
  },
  {
    kind: 'VMImage',
    refusal: 'Windows on an architecture where KubeVirt cannot run it',
    refused: { 'spec.osType': 'Windows', 'spec.architecture': 'arm64' },
    accepted: { 'spec.architecture': 'arm64' },
    message: 'Windows runs on amd64 only',
  },
  {
    kind: 'VMImage',
    refusal: 'no source',
    refused: { 'spec.source': {} },
    accepted: { 'spec.source': { dataSource: { namespace: 'images', name: 'debian' } } },
    message: 'source must have exactly one of registry, http and dataSource',
  },
  {
    kind: 'VMImage',
    refusal: 'two sources',
    refused: { 'spec.source.dataSource': { namespace: 'images', name: 'debian' } },
    accepted: unchanged,
    message: 'source must have exactly one of registry, http and dataSource',
  },
  {
    kind: 'PricingPolicy',
    refusal: 'a price of zero',
    refused: { 'spec.price': '0.000000' },
    accepted: { 'spec.price': '0.000001' },
    message: 'must be above zero',
  },
  ...['Second', 'Minute', 'Hour'].map((unit) => ({
    kind: 'PricingPolicy',
    refusal: `a reserved term by the ${unit}`,
    refused: { 'spec.mode': 'Reserved', 'spec.unit': unit },
    accepted: { 'spec.mode': 'Reserved', 'spec.unit': 'Day' },
    message: 'spec.unit: Invalid value: a reserved term is counted in days or more',
  })),
  {
    kind: 'PricingPolicy',
    refusal: 'a price with seven decimals',
    refused: { 'spec.price': '0.1234567' },
    accepted: { 'spec.price': '0.123456' },
    message: 'must be a decimal number in quotation marks with at most 9 digits before and 6 after the point',
  },
  {
    kind: 'PricingPolicy',
    refusal: 'another mode after machines were ordered with it',
    before: { 'spec.mode': 'OnDemand' },
    refused: { 'spec.mode': 'Spot' },
    accepted: { 'spec.mode': 'OnDemand', 'spec.price': '9.99' },
    message: 'cannot be changed, because machines were ordered with it; create another PricingPolicy',
  },
  {
    kind: 'Tenant',
    refusal: 'a name that is not valid in a namespace',
    refused: { 'metadata.name': 'li.mei' },
    accepted: { 'metadata.name': '0198c5d2-7f3a-7c11-9b55-3f0a4f6d1e20' },
    message: "metadata.name: Invalid value: the name must be the user's id",
  },
  {
    kind: 'Workload',
    refusal: 'a name that the portal reserves',
    refused: { 'metadata.name': 'create' },
    accepted: { 'metadata.name': 'create-1' },
    message: 'metadata.name: Invalid value: the portal uses the name create itself; choose another',
  },
  {
    kind: 'Workload',
    refusal: 'a name with an empty part between dots',
    refused: { 'metadata.name': 'a..b' },
    accepted: { 'metadata.name': 'a.b' },
    message: 'lowercase RFC 1123 subdomain',
  },
  ...termCases,
  {
    kind: 'Workload',
    refusal: 'a type other than ordered',
    before: unchanged,
    refused: { 'spec.type': 'Container' },
    accepted: unchanged,
    message: 'spec.type',
  },
  {
    kind: 'Workload',
    refusal: 'a pricing policy other than ordered',
    before: unchanged,
    refused: { 'spec.pricing.policy': 'rtx-4090-1-spot' },
    accepted: unchanged,
    message: 'pricing is part of the order and cannot be changed',
  },
  {
    kind: 'Workload',
    refusal: 'a term added later',
    before: unchanged,
    refused: { 'spec.pricing.quantity': 1 },
    accepted: unchanged,
    message: 'pricing is part of the order and cannot be changed',
  },
  {
    kind: 'Workload',
    refusal: 'a removed term, which could then be set again',
    before: { 'spec.pricing.quantity': 2 },
    refused: { 'spec.pricing.quantity': undefined },
    accepted: { 'spec.pricing.quantity': 2 },
    message: 'pricing is part of the order and cannot be changed',
  },
  {
    kind: 'Workload',
    refusal: 'a reservation added later',
    before: { 'spec.pricing.quantity': 1 },
    refused: reserved,
    accepted: { 'spec.pricing.quantity': 1 },
    message: 'reservation is part of the order and cannot be changed',
  },
  {
    kind: 'Workload',
    refusal: 'a removed reservation',
    before: reserved,
    refused: { 'spec.pricing.quantity': 1 },
    accepted: reserved,
    message: 'reservation is part of the order and cannot be changed',
  },
  {
    kind: 'Workload',
    refusal: 'another whenSoldOut',
    before: { 'spec.whenSoldOut': 'Refuse' },
    refused: { 'spec.whenSoldOut': 'Wait' },
    accepted: { 'spec.whenSoldOut': 'Refuse' },
    message: 'whenSoldOut is part of the order and cannot be changed',
  },
  {
    kind: 'Workload',
    refusal: 'a whenSoldOut added later',
    before: {},
    refused: { 'spec.whenSoldOut': 'Wait' },
    accepted: {},
    message: 'whenSoldOut is part of the order and cannot be changed',
  },
  {
    kind: 'Workload',
    refusal: 'a reservation without a term',
    refused: { 'spec.reservation': { startTime: '2026-12-01T00:00:00Z' } },
    accepted: reserved,
    message: 'reservation is for Reserved pricing and needs pricing.quantity',
  },
  {
    kind: 'Workload',
    refusal: 'a start time from an administrator for a reservation with its own',
    refused: { ...reserved, 'spec.placement': { startTime: '2026-12-02T00:00:00Z' } },
    accepted: { 'spec.placement': { startTime: '2026-12-02T00:00:00Z' } },
    message: 'a reserved term starts at reservation.startTime; leave out placement.startTime',
  },
  {
    kind: 'Workload',
    refusal: 'two kinds of stop',
    refused: { 'spec.schedule': { stopAt: '2026-12-01T00:00:00Z', stopAfterHours: 4 } },
    accepted: { 'spec.schedule': { stopAfterHours: 4, postponedUntil: '2026-12-01T00:00:00Z' } },
    message: 'give one of stopAt, stopAfterHours, weekly and idle',
  },
  {
    kind: 'Workload',
    refusal: 'a weekly plan and another kind of stop',
    refused: { 'spec.schedule': { stopAfterHours: 4, weekly: officeHours } },
    accepted: { 'spec.schedule': { weekly: officeHours } },
    message: 'give one of stopAt, stopAfterHours, weekly and idle',
  },
  {
    kind: 'Workload',
    refusal: 'an idle stop and another kind of stop',
    refused: { 'spec.schedule': { stopAfterHours: 4, idle: { gpuPercent: 5, minutes: 60 } } },
    accepted: { 'spec.schedule': { idle: { gpuPercent: 5, minutes: 60 } } },
    message: 'give one of stopAt, stopAfterHours, weekly and idle',
  },
  {
    kind: 'Workload',
    refusal: 'an idle time below a quarter of an hour',
    refused: { 'spec.schedule': { idle: { gpuPercent: 5, minutes: 14 } } },
    accepted: { 'spec.schedule': { idle: { gpuPercent: 1, minutes: 15 } } },
    message: 'should be greater than or equal to 15',
  },
  {
    kind: 'Workload',
    refusal: 'an idle threshold above half the GPU load',
    refused: { 'spec.schedule': { idle: { gpuPercent: 51, minutes: 60 } } },
    accepted: { 'spec.schedule': { idle: { gpuPercent: 50, minutes: 1440 } } },
    message: 'should be less than or equal to 50',
  },
  {
    kind: 'Workload',
    refusal: 'an idle stop for a machine without GPUs',
    before: { status: included('100Gi') },
    refused: { 'spec.schedule': { idle: { gpuPercent: 5, minutes: 60 } } },
    accepted: { 'spec.schedule': { stopAfterHours: 4 } },
    message: 'idle is for machines with GPUs',
  },
  {
    kind: 'Workload',
    refusal: 'weekly hours of zero length',
    refused: { 'spec.schedule': { weekly: { ...officeHours, to: '09:00' } } },
    accepted: { 'spec.schedule': { weekly: { ...officeHours, to: '06:00' } } },
    message: 'from and to must differ',
  },
  {
    kind: 'Workload',
    refusal: 'a duplicate day of the week',
    refused: { 'spec.schedule': { weekly: { ...officeHours, days: ['Mon', 'Mon'] } } },
    accepted: { 'spec.schedule': { weekly: { ...officeHours, days: ['Sun', 'Mon'] } } },
    message: 'each day can be given only once',
  },
  {
    kind: 'Workload',
    refusal: 'an invalid time of day',
    refused: { 'spec.schedule': { weekly: { ...officeHours, to: '24:00' } } },
    accepted: { 'spec.schedule': { weekly: { ...officeHours, to: '00:00' } } },
    message: 'must be hours and minutes, for example 09:00',
  },
  {
    kind: 'Workload',
    refusal: 'an unknown time zone',
    refused: { 'spec.schedule': { weekly: { ...officeHours, timeZone: 'Asia/Peking' } } },
    accepted: { 'spec.schedule': { weekly: { ...officeHours, timeZone: 'America/Argentina/Buenos_Aires' } } },
    message: 'schedule.weekly.timeZone',
  },
  {
    kind: 'Workload',
    refusal: 'a UTC offset as the time zone',
    refused: { 'spec.schedule': { weekly: { ...officeHours, timeZone: '+08:00' } } },
    accepted: { 'spec.schedule': { weekly: { ...officeHours, timeZone: 'Etc/GMT-8' } } },
    message: 'must be a name of the IANA time zone database',
  },
  {
    kind: 'Workload',
    refusal: 'a postponed stop without a kind of stop',
    refused: { 'spec.schedule': { postponedUntil: '2026-12-01T00:00:00Z' } },
    accepted: { 'spec.schedule': { stopAt: '2026-12-01T00:00:00Z' } },
    message: 'give one of stopAt, stopAfterHours, weekly and idle',
  },
  {
    kind: 'Workload',
    refusal: 'a stop before the reserved term starts',
    refused: { ...reserved, 'spec.schedule': { stopAt: '2026-12-01T00:00:00Z' } },
    accepted: { ...reserved, 'spec.schedule': { stopAt: '2026-12-01T00:00:01+00:00' } },
    message: 'stopAt must be later than the start of the reserved term',
  },
  {
    kind: 'Workload',
    refusal: 'a smaller root disk in another unit',
    before: { 'spec.rootDiskSize': '1Ti' },
    refused: { 'spec.rootDiskSize': '1000Gi' },
    accepted: { 'spec.rootDiskSize': '1025Gi' },
    message: 'can only grow; the disk of a machine cannot be made smaller',
  },
  {
    kind: 'Workload',
    refusal: 'a root disk larger than the price includes',
    before: { 'spec.rootDiskSize': '50Gi', status: included('100Gi') },
    refused: { 'spec.rootDiskSize': '1Ti' },
    accepted: { 'spec.rootDiskSize': '102400Mi' },
    message:
      'spec.rootDiskSize: Invalid value: rootDiskSize can grow no further than the disk that the price includes',
  },
  {
    kind: 'Workload',
    refusal: 'an even larger root disk than one ordered too large',
    before: { 'spec.rootDiskSize': '200Gi', status: included('100Gi') },
    refused: { 'spec.rootDiskSize': '300Gi' },
    accepted: { 'spec.rootDiskSize': '200Gi', 'spec.powerState': 'Stopped' },
    message:
      'spec.rootDiskSize: Invalid value: rootDiskSize can grow no further than the disk that the price includes',
  },
  {
    kind: 'Workload',
    refusal: 'two ports of the same name',
    refused: { 'spec.ports': [port('web', 80), port('web', 81)] },
    accepted: { 'spec.ports': [port('web', 80), port('web-2', 81), port(undefined, 82)] },
    message: 'the names of ports must differ',
  },
  {
    kind: 'Workload',
    refusal: 'a duplicate port',
    refused: { 'spec.ports': [port('web', 80), port('dns', 80)] },
    accepted: { 'spec.ports': [port('web', 80), { ...port('dns', 80), protocol: 'UDP' }] },
    message: 'each protocol and port can be opened only once',
  },
  {
    kind: 'Workload',
    refusal: 'a port with a reserved name',
    refused: { 'spec.ports': [port('rdp', 2222)] },
    accepted: { 'spec.ports': [port('rdp-2', 2222)] },
    message: 'ssh, rdp and http-host are the machine',
  },
  {
    kind: 'Workload',
    refusal: 'a placement at an invalid address',
    refused: { 'spec.placement': { address: 'gpu.example.com' } },
    accepted: { 'spec.placement': { address: '203.0.113.7', sshPort: 30022 } },
    message: 'must be a valid IP address, for example 203.0.113.7',
  },
  {
    kind: 'Workload',
    refusal: 'an invalid SKU name',
    refused: { 'spec.sku': 'RTX 4090' },
    accepted: { 'spec.sku': 'rtx-4090' },
    message: 'must be lowercase letters, digits, hyphens and dots',
  },
  {
    kind: 'Workload',
    refusal: 'a private SSH key',
    refused: { 'spec.ssh.authorizedKeys': ['-----BEGIN OPENSSH PRIVATE KEY-----'] },
    accepted: { 'spec.ssh.authorizedKeys': [`ssh-rsa ${'A'.repeat(372)} me@laptop`] },
    message: 'must be one line of an OpenSSH .pub file, the type of the key and the key',
  },
  {
    kind: 'Workload',
    refusal: 'a port name with uppercase letters',
    refused: { 'spec.ports': [port('Web_1', 80)] },
    accepted: { 'spec.ports': [port('web-1', 80)] },
    message: 'must be lowercase letters, digits and hyphens, start with a letter and not end with a hyphen',
  },
  {
    kind: 'Workload',
    refusal: 'a port number out of range',
    refused: { 'spec.ports': [port('web', 65_536)] },
    accepted: { 'spec.ports': [port('web', 65_535)] },
    message: 'should be less than or equal to 65535',
  },
  {
    kind: 'Workload',
    refusal: 'a host without a domain',
    refused: { 'spec.http': { host: 'notebook', targetPort: 8888 } },
    accepted: { 'spec.http': { host: 'notebook.cn-north-1.gpulease.example', targetPort: 8888 } },
    message: 'must be a domain name in lowercase letters with at least one dot',
  },
  {
    kind: 'Workload',
    refusal: 'a host with a label too long for DNS',
    refused: { 'spec.http': { host: `${'a'.repeat(64)}.cn-north-1.gpulease.example`, targetPort: 8888 } },
    accepted: { 'spec.http': { host: `${'a'.repeat(63)}.cn-north-1.gpulease.example`, targetPort: 8888 } },
    message: 'at most 63 characters between dots',
  },
];

/** Returns the error message of a request, or '' if it succeeded. Removes the value type that Kubernetes 1.32 adds. */
async function refusalOf(request: Promise<unknown>): Promise<string> {
  const message = await request.then(() => '', String);
  return message.replace(/(?<=Invalid value: )"(object|array|string)": /, '');
}

describe('the rules of the custom resources', () => {
  let controlPlane: OwnControlPlane;
  let cluster: Cluster;
  beforeAll(async () => {
    controlPlane = await startOwnControlPlane({ kinds: true });
    cluster = connect({ kubeconfig: controlPlane.kubeconfig });
    await cluster.resource(namespaces).create({ metadata: { name: 'u-sample' } });
  }, 300_000);
  afterAll(async () => {
    await cluster.close();
    await controlPlane.stop();
  });

  it.each(cases.filter(({ before }) => before === undefined))(
    'reject a $kind with $refusal',
    async ({ kind, accepted, refused, message }) => {
      await create(changed(kind, accepted), { dryRun: true });
      expect(await refusalOf(create(changed(kind, refused), { dryRun: true }))).toContain(message);
    },
  );

  it.each(cases.filter(({ before }) => before !== undefined))(
    'reject an update of a $kind with $refusal',
    async ({ kind, before, accepted, refused, message }) => {
      const present = changed(kind, before ?? unchanged);
      const made = await create(present);
      const { metadata } =
        'status' in present ? await replace(made, present, { subresource: 'status' }) : made;
      try {
        await replace({ metadata }, changed(kind, accepted), { dryRun: true });
        const refusal = await refusalOf(replace({ metadata }, changed(kind, refused), { dryRun: true }));
        expect(refusal).toContain(message);
      } finally {
        await cluster.resource(definitionOf(kind)).delete(metadata);
      }
    },
  );

  it('are all covered above', () => {
    const said = customResources.flatMap((resource) => [
      ...resource.rules.map(({ message }) => message),
      ...messages(toStructuralSchema(resource.schema)),
    ]);
    const covered = cases.map(({ message }) => message.replace(/^.*: Invalid value: /, ''));
    expect(said.filter((message) => !covered.some((part) => message.includes(part)))).toEqual([
      // There is only one type so far, so the enum already rejects any other.
      'type is part of the order and cannot be changed; create another workload',
    ]);
  });

  function create(object: SampleObject, options: { dryRun?: boolean } = {}): Promise<ApiObject> {
    return cluster.resource(definitionOf(object.kind)).create(object, options);
  }

  /** Replaces an object, or only validates that with `dryRun`. */
  async function replace(
    { metadata: { resourceVersion } }: Pick<ApiObject, 'metadata'>,
    object: SampleObject,
    { dryRun, subresource }: { dryRun?: boolean; subresource?: string },
  ): Promise<ApiObject> {
    const path = resourcePath(definitionOf(object.kind), object.metadata);
    return (await cluster.request({
      method: 'PUT',
      path: subresource === undefined ? path : `${path}/${subresource}`,
      query: { fieldValidation: 'Strict', dryRun: dryRun ? 'All' : undefined },
      body: { ...object, metadata: { ...object.metadata, resourceVersion } },
    })) as ApiObject;
  }
});

function definitionOf(kind: string): ResourceDefinition<ApiObject> {
  const { definition } = customResources.find((resource) => resource.definition.kind === kind)!;
  return definition as ResourceDefinition<ApiObject>;
}

function changed(kind: string, change: Change): SampleObject {
  const object = sample(kind);
  for (const [path, value] of Object.entries(change)) setField(object, path.split('.'), value);
  return object;
}

function setField(object: object, [name = '', ...rest]: string[], value: unknown): void {
  const fields = object as Record<string, unknown>;
  if (rest.length === 0) fields[name] = value;
  else setField(fields[name] as object, rest, value);
}

function port(name: string | undefined, number: number) {
  return { ...(name === undefined ? {} : { name }), protocol: 'TCP', port: number, targetPort: number };
}

function messages(schema: StructuralSchema): string[] {
  const members = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])];
  const own = (schema['x-kubernetes-validations'] ?? []).map(({ message }) => message);
  return [...own, ...members.flatMap(messages)];
}
