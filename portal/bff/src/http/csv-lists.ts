/** The lists of the consoles as CSV: their columns, as they are called there. Pure. */
import type { AuditEntry } from '@gpulease/contract/admin';
import type { AdminRegion, AdminSku, Node } from '@gpulease/contract/catalog';
import type { Language } from '@gpulease/contract/enums';
import { sshCommand } from '@gpulease/contract/sign-in-address';
import { skuTitle } from '@gpulease/contract/sku-title';
import type { Workload } from '@gpulease/contract/workloads';
import { words as en } from '@gpulease/contract/words/admin-en';
import { words as zh } from '@gpulease/contract/words/admin-zh';
import { workloadReasons } from '@gpulease/crds';
import {
  column,
  modes,
  money,
  readFrom,
  states,
  time,
  units,
  user,
  valueWords,
  words,
  type Statement,
  type StatementColumn,
  type ValueWords,
} from './csv-words.ts';

const MB_PER_GIB = 1_024;

const name = column('name', words('名称', 'Name'));
const createdAt = time('createdAt', '创建时间', 'Created at');
const status = column('status', words('状态', 'Status'));
const region = column('region', words('地域', 'Region'));
const node = column('node', words('节点', 'Node'));
const workloads = column('workloads', words('实例', 'Workloads'));
const skus = column('skus', words('规格', 'SKUs'));
const reason = column('reason', words('原因', 'Reason'));
const address = words('来源 IP', 'Address');
const actions = valueWords(zh.auditAction, en.auditAction);
const waiting = valueWords(zh.waiting, en.waiting);

/** Columns of which the console shows several as one. */
const shownAs = (key: string, ...columns: StatementColumn[]): StatementColumn[] =>
  columns.map((one) => ({ ...one, shownAs: key }));

const users: Statement = {
  name: words('用户', 'users'),
  columns: [
    column('username', words('用户名', 'Username')),
    column('phone', words('手机号', 'Phone number')),
    column('email', words('邮箱', 'Email')),
    column('role', words('角色', 'Role'), valueWords(zh.role, en.role)),
    { ...status, values: states('activity') },
    money('balance', '余额', 'Balance'),
    workloads,
    createdAt,
    time('lastLoginAt', '上次登录', 'Last sign-in'),
  ],
};

const machines: Statement = {
  name: words('实例', 'workloads'),
  columns: [
    name,
    user,
    { ...status, values: states('workload') },
    readFrom(reason, whyOf),
    readFrom(column('sku', words('规格', 'SKU')), skuTitle),
    region,
    node,
    readFrom(column('ssh', words('SSH 登录', 'SSH')), sshCommand),
    readFrom(money('price', '每小时费用', 'Per hour'), ({ cost }: Workload) => cost.perHour),
    readFrom(money('cost', '累计费用', 'Cost so far'), ({ cost }: Workload) => cost.total),
    readFrom(
      column('mode', words('付费方式', 'Pricing')),
      ({ pricing }: Workload, language) => modes[pricing.mode]?.[language],
    ),
    createdAt,
  ],
};

const inOrder: readonly string[] = [
  workloadReasons.running,
  workloadReasons.stopped,
  workloadReasons.stopRequested,
];

/** Nothing is said of what is in order. */
function whyOf({ reason: why, message }: Workload, language: Language): string {
  return inOrder.includes(why) ? '' : (waiting[why]?.[language] ?? message);
}

const audit: Statement = {
  name: words('审计日志', 'audit'),
  columns: [
    time('at', '时间', 'Time'),
    ...shownAs(
      'happened',
      column('actor', words('操作人', 'Who')),
      column('action', words('操作', 'Action'), actions),
      column('subject', words('对象', 'Object')),
    ),
    readFrom(column('details', words('详情', 'Details')), ({ details }: AuditEntry) => detailsOf(details)),
    column('outcome', words('结果', 'Outcome'), states('audit')),
    column('address', address),
  ],
};

/** The operator's reason, then what was changed and what else is known, each by its name. */
function detailsOf({ reason: why, changes, ...others }: AuditEntry['details']): string {
  const changed = Object.entries((changes ?? {}) as Record<string, { from?: unknown; to?: unknown }>);
  return [
    ...(typeof why === 'string' ? [why] : []),
    ...changed.map(([field, { from, to }]) => `${field}: ${written(from)} → ${written(to)}`),
    ...Object.entries(others)
      .filter(([, value]) => value !== null)
      .map(([field, value]) => `${field}: ${written(value)}`),
  ].join('; ');
}

function written(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const refusals: Statement = {
  name: words('登录失败', 'refused-sign-ins'),
  columns: [
    time('lastAt', '最近一次', 'Last attempt'),
    column('action', words('操作', 'Action'), actions),
    column('username', words('用户名', 'Username')),
    column('network', address),
    column('tries', words('次数', 'Attempts')),
  ],
};

const inviteCodes: Statement = {
  name: words('邀请码', 'invite-codes'),
  columns: [
    column('code', words('邀请码', 'Invite code')),
    { ...status, values: states('inviteCode') },
    time('expirationDate', '过期时间', 'Expires'),
    column('usedBy', words('使用者', 'Used by')),
    time('usedAt', '使用时间', 'Used at'),
    column('createdBy', words('创建人', 'Created by')),
    createdAt,
  ],
};

const approvals: Statement = {
  name: words('审批', 'approvals'),
  columns: [
    createdAt,
    ...shownAs(
      'what',
      column('kind', words('申请事项', 'Request'), valueWords(zh.approvalKind, en.approvalKind)),
    ),
    user,
    { ...status, values: states('approval') },
    money('amount', '金额', 'Amount'),
    ...shownAs(
      'effect',
      money('balanceBefore', '申请时余额', 'Balance when requested'),
      money('balanceAfter', '执行后余额', 'Balance after'),
    ),
    column('recharge', words('充值单号', 'Recharge number')),
    column('askedBy', words('申请人', 'Requested by')),
    reason,
    time('expiresAt', '失效时间', 'Expires'),
    ...shownAs(
      'decision',
      column('decidedBy', words('处理人', 'Decided by')),
      column('decisionReason', words('处理说明', 'Reason for the decision')),
      time('decidedAt', '处理时间', 'Decided at'),
    ),
  ],
};

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

export const lists: Readonly<Record<string, Statement>> = {
  listUsers: users,
  listWorkloads: machines,
  listAllWorkloads: machines,
  listAuditEntries: audit,
  listSignInRefusals: refusals,
  listInviteCodes: inviteCodes,
  listApprovals: approvals,
  listRegions: regions,
  listNodes: nodes,
  listGpus: gpus,
  listSkus: offers,
  listVmImages: images,
  listPricingPolicies: policies,
};
