/** The lists of the consoles as CSV: their columns, as they are called there. Pure. */
import type { AuditEntry } from '@gpulease/contract/audit';
import type { Language } from '@gpulease/contract/enums';
import { sshCommand } from '@gpulease/contract/sign-in-address';
import { skuTitle } from '@gpulease/contract/sku-title';
import type { Workload } from '@gpulease/contract/workloads';
import { valueNames as en } from '@gpulease/contract/value-names/admin-en';
import { valueNames as zh } from '@gpulease/contract/value-names/admin-zh';
import { workloadReasons } from '@gpulease/crds';
import { catalogueLists } from './csv-catalogue.ts';
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
  time,
  user,
  valueWords,
  words,
  workloads,
  type Statement,
} from './csv-words.ts';

const node = column('node', words('节点', 'Node'));
const reason = column('reason', words('原因', 'Reason'));
const address = words('来源 IP', 'Address');
const actions = valueWords(zh.auditAction, en.auditAction);
const waiting = valueWords(zh.waiting, en.waiting);

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
  name: words('实例', 'instances'),
  columns: [
    name,
    user,
    { ...status, values: states('workload') },
    readFrom(reason, whyOf),
    readFrom(column('sku', words('规格', 'Machine type')), skuTitle),
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

/** Empty for machines in a normal state. */
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
    column('requestId', words('请求编号', 'Request ID')),
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

const jobs: Statement = {
  name: words('后台任务', 'jobs'),
  columns: [
    column('name', words('任务', 'Job'), valueWords(zh.jobName, en.jobName)),
    column('subject', words('对象', 'Object')),
    user,
    { ...status, values: states('job') },
    column('attempts', words('尝试次数', 'Attempts')),
    time('nextAttemptAt', '下次尝试', 'Next attempt'),
    column('lastError', words('最近一次错误', 'Last error')),
  ],
};

const alarms: Statement = {
  name: words('告警', 'alarms'),
  columns: [
    time('openedAt', '发生时间', 'Since'),
    column('kind', words('类别', 'Kind'), valueWords(zh.alarmKind, en.alarmKind)),
    column('subject', words('对象', 'Object')),
    { ...status, values: states('alarm') },
    column('acknowledgedBy', words('确认人', 'Acknowledged by')),
    time('acknowledgedAt', '确认时间', 'Acknowledged'),
    time('endedAt', '恢复时间', 'Ended'),
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
    column('recharge', words('充值单号', 'Payment number')),
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

export const lists: Readonly<Record<string, Statement>> = {
  listUsers: users,
  listWorkloads: machines,
  listAllWorkloads: machines,
  listAuditEntries: audit,
  listSignInRefusals: refusals,
  listInviteCodes: inviteCodes,
  listApprovals: approvals,
  listJobs: jobs,
  listAlarms: alarms,
  ...catalogueLists,
};
