import { randomUUID } from 'node:crypto';
import type { Language } from '@gpulease/contract/enums';
import type { Page } from '@playwright/test';
import { fill, input, pick, tick } from './forms.ts';

/** Names of the objects that one journey creates. */
export interface Names {
  region: string;
  gpu: string;
  policy: string;
  sku: string;
  node: string;
  image: string;
}

export function namesOf(language: Language): Names {
  const named = (kind: string) => `${kind}-${language}-${randomUUID().slice(0, 6)}`;
  return {
    region: named('region'),
    gpu: named('gpu'),
    policy: named('policy'),
    sku: named('sku'),
    node: named('node'),
    image: named('image'),
  };
}

/** How an operator creates an object of a kind, and what its page then shows. */
export interface Making {
  readonly area: string;
  readonly resource: string;
  /** Name of the kind at the beginning of notices. */
  readonly kind: Readonly<Record<Language, string>>;
  readonly name: string;
  /** Fields with default values, which are cleared first. */
  readonly emptied?: Readonly<Record<string, string>>;
  /** Fields that an empty form refuses; see `expectRefused`. */
  readonly needs: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  /** Input other than typing. */
  readonly choose?: (page: Page) => Promise<void>;
  readonly shows: readonly RegExp[];
  /** A field that is changed afterwards, with its new value. */
  readonly change?: Readonly<Record<string, string>>;
  /** IDs of the statements that it proves. */
  readonly proves: {
    readonly form: string;
    readonly page: string;
    readonly list: string;
    readonly edit?: string;
  };
}

const description = 'Made by a journey';
const described = new RegExp(description);
/** Numbers and units are joined by a no-break space, which `\s` matches. */
const exactly = (text: string) => new RegExp(`^${text.replaceAll(' ', String.raw`\s`)}$`);

/** Returns one object of each kind, in order of dependency. */
export function makingsOf({ region, gpu, policy, sku, node, image }: Names): Making[] {
  return [
    {
      area: 'regions',
      resource: 'regions',
      kind: { zh: '地域', en: 'Region' },
      name: region,
      needs: ['name', 'description'],
      values: { description },
      choose: async (page) => {
        await input(page, 'addresses').fill('198.51.100.7');
        await input(page, 'addresses').press('Enter');
        await input(page, 'tags').fill('journey');
        await input(page, 'tags').press('Enter');
      },
      shows: [described, exactly('journey'), /198\.51\.100\.7/],
      proves: {
        form: 'SPEC-5.32, SPEC-5.57, SPEC-5.58',
        page: 'SPEC-1.12, SPEC-2.23, SPEC-3.38, SPEC-3.39, SPEC-3.40, SPEC-3.42, SPEC-3.43',
        list: 'SPEC-2.22',
      },
    },
    {
      area: 'gpus',
      resource: 'gpus',
      kind: { zh: 'GPU ', en: 'GPU' },
      name: gpu,
      needs: ['name', 'vendor', 'model', 'memory', 'deviceName'],
      values: { vendor: 'NVIDIA', model: 'Journey', memory: '81', deviceName: `example.com/${gpu}` },
      shows: [exactly('NVIDIA'), exactly('Journey'), exactly('81 GiB')],
      change: { model: gpu },
      proves: {
        form: 'SPEC-5.29, SPEC-5.35, SPEC-5.36, SPEC-5.37, SPEC-5.38',
        page: 'SPEC-1.14, SPEC-2.29, SPEC-3.8, SPEC-3.9, SPEC-3.10, SPEC-3.11, SPEC-3.12, SPEC-3.13',
        list: 'SPEC-2.27',
        edit: 'SPEC-2.28',
      },
    },
    {
      area: 'pricing-policies',
      resource: 'pricingpolicies',
      kind: { zh: '定价策略', en: 'Pricing policy' },
      name: policy,
      needs: ['name', 'price'],
      values: { price: '1.5', unit: 'HOUR' },
      shows: [/^(按量付费|On demand)$/, /¥1\.50\)?\s\/\s(小时|hour)$/],
      proves: {
        form: 'SPEC-5.52, SPEC-5.54',
        page: 'SPEC-3.33, SPEC-3.35, SPEC-9.13, SPEC-9.18',
        list: '',
      },
    },
    {
      area: 'skus',
      resource: 'skus',
      kind: { zh: '规格', en: 'Machine type' },
      name: sku,
      emptied: { gpuNumber: '' },
      needs: ['name', 'displayName', 'cpu', 'memory', 'disk', 'gpu', 'gpuNumber', 'menu'],
      values: { displayName: 'A journey', cpu: '8', memory: '32', disk: '100', gpu, gpuNumber: '2' },
      choose: (page) => pick(page, 'Pricing policies|定价策略', policy),
      shows: [
        exactly('A journey'),
        exactly(`${gpu} × 2`),
        /^8\s\D+32\sGiB\D+100\sGiB\D*$/,
        /^(按量付费|On demand)\s.*¥1\.50/,
      ],
      proves: {
        form: 'SPEC-5.30, SPEC-5.39, SPEC-5.40, SPEC-5.41, SPEC-5.42, SPEC-5.43, SPEC-5.44, SPEC-5.45, SPEC-5.46',
        page: 'SPEC-1.15, SPEC-2.32, SPEC-3.14, SPEC-3.15, SPEC-3.16, SPEC-3.17, SPEC-3.18, SPEC-3.19, SPEC-3.20, SPEC-3.23, SPEC-3.24',
        list: 'SPEC-2.30',
      },
    },
    {
      area: 'nodes',
      resource: 'computenodes',
      kind: { zh: '节点', en: 'Node' },
      name: node,
      emptied: { 'resources.gpuNumber': '' },
      needs: [
        'name',
        'description',
        'region',
        'resources.cpu',
        'resources.memory',
        'resources.storage',
        'resources.gpuModel',
        'resources.gpuNumber',
        'menu',
      ],
      values: {
        description,
        region,
        'resources.cpu': '64',
        'resources.memory': '262144',
        'resources.storage': '1000',
        'resources.gpuModel': gpu,
        'resources.gpuNumber': '2',
      },
      choose: (page) => pick(page, 'Machine types|规格', sku),
      shows: [
        described,
        exactly(region),
        exactly('64'),
        exactly('256 GiB'),
        exactly('1,000 GiB'),
        new RegExp(`^${gpu} \\d/2$`),
        exactly(sku),
      ],
      proves: {
        form: 'SPEC-5.33, SPEC-5.59, SPEC-5.60, SPEC-5.61, SPEC-5.62, SPEC-5.63, SPEC-5.64, SPEC-5.65, SPEC-5.66',
        page: 'SPEC-1.13, SPEC-2.25, SPEC-2.26, SPEC-3.44, SPEC-3.45, SPEC-3.47, SPEC-3.48, SPEC-3.49, SPEC-3.50, SPEC-3.51, SPEC-3.53, SPEC-3.54',
        list: 'SPEC-2.24',
      },
    },
    {
      area: 'vm-images',
      resource: 'vmimages',
      kind: { zh: '镜像', en: 'VM image' },
      name: image,
      needs: ['name', 'description', 'version', 'size', 'source.url'],
      values: { description, version: 'Journey 1', size: '11' },
      choose: async (page) => {
        await tick(page, 'source.type', 'REGISTRY');
        await fill(page, { 'source.url': 'docker://example.com/none:1' });
      },
      shows: [described, exactly('Linux'), exactly('Journey 1'), exactly('11 GiB'), exactly('amd64')],
      change: { version: 'Journey 2' },
      proves: {
        form: 'SPEC-5.31, SPEC-5.47, SPEC-5.48, SPEC-5.50',
        page: 'SPEC-1.16, SPEC-2.35, SPEC-3.25, SPEC-3.26, SPEC-3.27, SPEC-3.28, SPEC-3.29, SPEC-3.30, SPEC-3.32',
        list: 'SPEC-2.33',
        edit: 'SPEC-2.34',
      },
    },
  ];
}
