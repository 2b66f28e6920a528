/** CSV columns of the catalogue lists, named as in the console. Pure. */
import type { AdminRegion, AdminSku, Node } from '@gpulease/contract/catalogue';
import type { Language } from '@gpulease/contract/enums';
import { valueNames as en } from '@gpulease/contract/value-names/admin-en';
import { valueNames as zh } from '@gpulease/contract/value-names/admin-zh';
import { createdAt, modes, name, region, states, status, units, workloads } from './csv-columns.ts';
import { column, money, shownAs, statement, valueWords, words } from './csv-words.ts';
import type { Statement, StatementColumn, ValueWords } from './csv-words.ts';

const MB_PER_GIB = 1_024;

const skus = column('skus', '规格', 'Machine types');

interface Managed {
  readonly status?: string;
  readonly condition: { readonly ready: boolean };
}

const readiness = { true: words('就绪', 'Ready'), false: words('未就绪', 'Not ready') };

/** Returns a column with an object's status, if any, and its readiness. */
function stateOf(switched: ValueWords = {}): StatementColumn {
  return status(({ status: state, condition }: Managed, language) =>
    [
      ...(state === undefined ? [] : [switched[state]?.[language] ?? state]),
      ...(state === undefined || !condition.ready ? [readiness[`${condition.ready}`][language]] : []),
    ].join('; '),
  );
}

const displayName = column(
  'displayName',
  '显示名称',
  'Display name',
  ({ displayName: chinese, translations }: Pick<AdminSku, 'displayName' | 'translations'>, language) =>
    (language === 'en' ? translations.en?.displayName : undefined) ?? chinese,
);

const gpusOf = ({ gpus }: AdminRegion) =>
  gpus.map(({ model, free, total }) => `${model} ${free}/${total}`).join('; ');

const availabilityOf = ({ availability }: AdminSku) =>
  availability.map(({ region: where, available }) => `${where}: ${available}`).join('; ');

const pricesOf = ({ pricing }: AdminSku, language: Language) =>
  pricing.map((policy) => priceOf(policy, language)).join('; ');

/** Returns a price such as `按量付费 1.58 元/小时`. */
function priceOf({ mode, price, unit }: AdminSku['pricing'][number], language: Language): string {
  const how = modes[mode]?.[language] ?? mode;
  const each = units[unit]?.[language] ?? unit;
  return { zh: `${how} ${price} 元/${each}`, en: `${how} CNY ${price}/${each}` }[language];
}

const architectures = { amd64: words('amd64', 'amd64'), arm64: words('arm64', 'arm64') };

export const catalogueLists: Readonly<Record<string, Statement>> = {
  listRegions: statement('地域', 'regions', [
    name,
    displayName,
    column('nodes', '节点', 'Nodes'),
    column('gpus', 'GPU 空闲/总数', 'GPUs free/total', gpusOf),
    workloads,
    column('tags', '标签', 'Tags'),
    stateOf(states('activity')),
    createdAt,
  ]),
  listNodes: statement('节点', 'nodes', [
    name,
    region,
    ...shownAs(
      'gpus',
      column('gpuModel', 'GPU 型号', 'GPU model', ({ resources }: Node) => resources.gpuModel),
      column('freeGpus', '空闲 GPU', 'Free GPUs'),
      column('gpuNumber', 'GPU 总数', 'GPUs', ({ resources }: Node) => resources.gpuNumber),
    ),
    column('cpu', 'CPU（核）', 'CPU cores', ({ resources }: Node) => resources.cpu),
    column('memory', '内存（GiB）', 'Memory (GiB)', ({ resources }: Node) => resources.memory / MB_PER_GIB),
    column('storage', '存储（GiB）', 'Storage (GiB)', ({ resources }: Node) => resources.storage),
    workloads,
    ...shownAs(
      'faultRate',
      column(
        'faultsPerGpuMonth',
        '故障率（次/卡·月）',
        'Faults per GPU-month',
        ({ reliability }: Node) => reliability.faultsPerGpuMonth,
      ),
      column(
        'failedStarts',
        '30 天内启动失败次数',
        'Failed starts in 30 days',
        ({ reliability }: Node) => reliability.failedStarts,
      ),
    ),
    skus,
    stateOf(states('node')),
    createdAt,
  ]),
  listGpus: statement('GPU', 'gpus', [
    name,
    column('vendor', '厂商', 'Vendor'),
    column('model', '型号', 'Model'),
    column('memory', '显存（GiB）', 'Memory (GiB)'),
    ...shownAs('free', column('free', '空闲', 'Free'), column('total', '总数', 'Total')),
    column('nodes', '节点', 'Nodes'),
    skus,
    stateOf(),
    createdAt,
  ]),
  listSkus: statement('规格', 'skus', [
    name,
    displayName,
    ...shownAs(
      'gpuNumber',
      column('gpuModel', 'GPU 型号', 'GPU model'),
      column('gpuNumber', 'GPU 数量', 'GPUs'),
    ),
    ...shownAs(
      'cpu',
      column('cpu', 'CPU（核）', 'CPU cores'),
      column('memory', '内存（GiB）', 'Memory (GiB)'),
      column('disk', '磁盘（GiB）', 'Disk (GiB)'),
    ),
    column('availability', '可用数量', 'Available', availabilityOf),
    column('pricing', '定价策略', 'Pricing policies', pricesOf),
    workloads,
    stateOf(states('activity')),
    createdAt,
  ]),
  listVmImages: statement('镜像', 'images', [
    name,
    column('osType', '操作系统', 'Operating system', valueWords(zh.osType, en.osType)),
    column('version', '版本', 'Version'),
    column('size', '大小（GiB）', 'Size (GiB)'),
    column('architecture', '架构', 'Architecture', architectures),
    workloads,
    stateOf(states('image')),
    createdAt,
  ]),
  listPricingPolicies: statement('定价策略', 'pricing-policies', [
    name,
    column('mode', '付费方式', 'Pricing', modes),
    ...shownAs('price', money('price', '价格', 'Price'), column('unit', '计价单位', 'Per', units)),
    skus,
    workloads,
    stateOf(),
    createdAt,
  ]),
};
