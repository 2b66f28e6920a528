/** The lists of what operators manage as CSV: their columns, as they are called in the console. Pure. */
import type { AdminRegion, AdminSku, Node } from '@gpulease/contract/catalogue';
import type { Language } from '@gpulease/contract/enums';
import { valueNames as en } from '@gpulease/contract/value-names/admin-en';
import { valueNames as zh } from '@gpulease/contract/value-names/admin-zh';
import {
  column,
  createdAt,
  modes,
  money,
  name,
  readFrom,
  region,
  shownAs,
  states,
  status,
  units,
  valueWords,
  words,
  workloads,
  type Statement,
  type StatementColumn,
  type ValueWords,
} from './csv-words.ts';

const MB_PER_GIB = 1_024;

const skus = column('skus', words('规格', 'Machine types'));

interface Managed {
  readonly status?: string;
  readonly condition: { readonly ready: boolean };
}

const readiness = { true: words('就绪', 'Ready'), false: words('未就绪', 'Not ready') };

/** The switch of an object, where it has one, and whether it is ready. */
function stateOf(switched: ValueWords = {}): StatementColumn {
  return readFrom(status, ({ status: state, condition }: Managed, language) =>
    [
      ...(state === undefined ? [] : [switched[state]?.[language] ?? state]),
      ...(state === undefined || !condition.ready ? [readiness[`${condition.ready}`][language]] : []),
    ].join('; '),
  );
}

const displayName = readFrom(
  column('displayName', words('显示名称', 'Display name')),
  ({ displayName: chinese, translations }: Pick<AdminSku, 'displayName' | 'translations'>, language) =>
    (language === 'en' ? translations.en?.displayName : undefined) ?? chinese,
);

const regions: Statement = {
  name: words('地域', 'regions'),
  columns: [
    name,
    displayName,
    column('nodes', words('节点', 'Nodes')),
    readFrom(column('gpus', words('GPU 空闲/总数', 'GPUs free/total')), ({ gpus }: AdminRegion) =>
      gpus.map(({ model, free, total }) => `${model} ${free}/${total}`).join('; '),
    ),
    workloads,
    column('tags', words('标签', 'Tags')),
    stateOf(states('activity')),
    createdAt,
  ],
};

const nodes: Statement = {
  name: words('节点', 'nodes'),
  columns: [
    name,
    region,
    ...shownAs(
      'gpus',
      readFrom(
        column('gpuModel', words('GPU 型号', 'GPU model')),
        ({ resources }: Node) => resources.gpuModel,
      ),
      column('freeGpus', words('空闲 GPU', 'Free GPUs')),
      readFrom(column('gpuNumber', words('GPU 总数', 'GPUs')), ({ resources }: Node) => resources.gpuNumber),
    ),
    readFrom(column('cpu', words('CPU（核）', 'CPU cores')), ({ resources }: Node) => resources.cpu),
    readFrom(
      column('memory', words('内存（GiB）', 'Memory (GiB)')),
      ({ resources }: Node) => resources.memory / MB_PER_GIB,
    ),
    readFrom(
      column('storage', words('存储（GiB）', 'Storage (GiB)')),
      ({ resources }: Node) => resources.storage,
    ),
    workloads,
    ...shownAs(
      'faultRate',
      readFrom(
        column('faultsPerGpuMonth', words('故障率（次/卡·月）', 'Faults per GPU-month')),
        ({ reliability }: Node) => reliability.faultsPerGpuMonth,
      ),
      readFrom(
        column('failedStarts', words('30 天内启动失败次数', 'Failed starts in 30 days')),
        ({ reliability }: Node) => reliability.failedStarts,
      ),
    ),
    skus,
    stateOf(states('node')),
    createdAt,
  ],
};

const gpus: Statement = {
  name: words('GPU', 'gpus'),
  columns: [
    name,
    column('vendor', words('厂商', 'Vendor')),
    column('model', words('型号', 'Model')),
    column('memory', words('显存（GiB）', 'Memory (GiB)')),
    ...shownAs('free', column('free', words('空闲', 'Free')), column('total', words('总数', 'Total'))),
    column('nodes', words('节点', 'Nodes')),
    skus,
    stateOf(),
    createdAt,
  ],
};

const offers: Statement = {
  name: words('规格', 'skus'),
  columns: [
    name,
    displayName,
    ...shownAs(
      'gpuNumber',
      column('gpuModel', words('GPU 型号', 'GPU model')),
      column('gpuNumber', words('GPU 数量', 'GPUs')),
    ),
    ...shownAs(
      'cpu',
      column('cpu', words('CPU（核）', 'CPU cores')),
      column('memory', words('内存（GiB）', 'Memory (GiB)')),
      column('disk', words('磁盘（GiB）', 'Disk (GiB)')),
    ),
    readFrom(column('availability', words('可用数量', 'Available')), ({ availability }: AdminSku) =>
      availability.map(({ region: where, available }) => `${where}: ${available}`).join('; '),
    ),
    readFrom(column('pricing', words('定价策略', 'Pricing policies')), ({ pricing }: AdminSku, language) =>
      pricing.map((policy) => priceOf(policy, language)).join('; '),
    ),
    workloads,
    stateOf(states('activity')),
    createdAt,
  ],
};

/** `按量付费 1.58 元/小时`. */
function priceOf({ mode, price, unit }: AdminSku['pricing'][number], language: Language): string {
  const how = modes[mode]?.[language] ?? mode;
  const each = units[unit]?.[language] ?? unit;
  return { zh: `${how} ${price} 元/${each}`, en: `${how} CNY ${price}/${each}` }[language];
}

const images: Statement = {
  name: words('镜像', 'images'),
  columns: [
    name,
    column('osType', words('操作系统', 'Operating system'), valueWords(zh.osType, en.osType)),
    column('version', words('版本', 'Version')),
    column('size', words('大小（GiB）', 'Size (GiB)')),
    column('architecture', words('架构', 'Architecture'), {
      amd64: words('amd64', 'amd64'),
      arm64: words('arm64', 'arm64'),
    }),
    workloads,
    stateOf(states('image')),
    createdAt,
  ],
};

const policies: Statement = {
  name: words('定价策略', 'pricing-policies'),
  columns: [
    name,
    column('mode', words('付费方式', 'Pricing'), modes),
    ...shownAs('price', money('price', '价格', 'Price'), column('unit', words('计价单位', 'Per'), units)),
    skus,
    workloads,
    stateOf(),
    createdAt,
  ],
};

export const catalogueLists: Readonly<Record<string, Statement>> = {
  listRegions: regions,
  listNodes: nodes,
  listGpus: gpus,
  listSkus: offers,
  listVmImages: images,
  listPricingPolicies: policies,
};
