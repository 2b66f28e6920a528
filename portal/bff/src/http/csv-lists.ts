/** CSV columns of the consoles' lists, named as in the consoles. Pure. */
import type { AuditEntry } from '@gpulease/contract/audit';
import type { Language } from '@gpulease/contract/enums';
import { sshCommand } from '@gpulease/contract/sign-in-address';
import { skuTitle } from '@gpulease/contract/sku-title';
import type { Workload } from '@gpulease/contract/workloads';
import { valueNames as en } from '@gpulease/contract/value-names/admin-en';
import { valueNames as zh } from '@gpulease/contract/value-names/admin-zh';
import { workloadReasons } from '@gpulease/crds';
import { catalogueLists } from './csv-catalogue.ts';
import { createdAt, modes, name, region, states, status, user, workloads } from './csv-columns.ts';
import { column, money, shownAs, statement, time, valueWords, type Statement } from './csv-words.ts';

const actions = valueWords(zh.auditAction, en.auditAction);
const waiting = valueWords(zh.waiting, en.waiting);

const machines = statement('实例', 'instances', [
  name,
  user,
  status(states('workload')),
  column('reason', '原因', 'Reason', whyOf),
  column('sku', '规格', 'Machine type', skuTitle),
  region,
  column('node', '节点', 'Node'),
  column('ssh', 'SSH 登录', 'SSH', sshCommand),
  money('price', '每小时费用', 'Per hour', ({ cost }: Workload) => cost.perHour),
  money('cost', '累计费用', 'Cost so far', ({ cost }: Workload) => cost.total),
  column('mode', '付费方式', 'Pricing', ({ pricing }: Workload, language) => modes[pricing.mode]?.[language]),
  createdAt,
]);

const inOrder: readonly string[] = [
  workloadReasons.running,
  workloadReasons.stopped,
  workloadReasons.stopRequested,
];

/** Returns the reason of a machine's state; empty for normal states. */
function whyOf({ reason: why, message }: Workload, language: Language): string {
  return inOrder.includes(why) ? '' : (waiting[why]?.[language] ?? message);
}

/** Returns the operator's reason, the changes and the other details, each with its name. */
function detailsOf({ details: { reason: why, changes, ...others } }: AuditEntry): string {
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

export const lists: Readonly<Record<string, Statement>> = {
  listUsers: statement('用户', 'users', [
    column('username', '用户名', 'Username'),
    column('phone', '手机号', 'Phone number'),
    column('email', '邮箱', 'Email'),
    column('role', '角色', 'Role', valueWords(zh.role, en.role)),
    status(states('activity')),
    money('balance', '余额', 'Balance'),
    workloads,
    createdAt,
    time('lastLoginAt', '上次登录', 'Last sign-in'),
  ]),
  listWorkloads: machines,
  listAllWorkloads: machines,
  listAuditEntries: statement('审计日志', 'audit', [
    time('at', '时间', 'Time'),
    ...shownAs(
      'happened',
      column('actor', '操作人', 'Who'),
      column('action', '操作', 'Action', actions),
      column('subject', '对象', 'Object'),
    ),
    column('details', '详情', 'Details', detailsOf),
    column('outcome', '结果', 'Outcome', states('audit')),
    column('address', '来源 IP', 'Address'),
    column('requestId', '请求编号', 'Request ID'),
  ]),
  listSignInRefusals: statement('登录失败', 'refused-sign-ins', [
    time('lastAt', '最近一次', 'Last attempt'),
    column('action', '操作', 'Action', actions),
    column('username', '用户名', 'Username'),
    column('network', '来源 IP', 'Address'),
    column('tries', '次数', 'Attempts'),
  ]),
  listInviteCodes: statement('邀请码', 'invite-codes', [
    column('code', '邀请码', 'Invite code'),
    status(states('inviteCode')),
    time('expirationDate', '过期时间', 'Expires'),
    column('usedBy', '使用者', 'Used by'),
    time('usedAt', '使用时间', 'Used at'),
    column('createdBy', '创建人', 'Created by'),
    createdAt,
  ]),
  listJobs: statement('后台任务', 'jobs', [
    column('name', '任务', 'Job', valueWords(zh.jobName, en.jobName)),
    column('subject', '对象', 'Object'),
    user,
    status(states('job')),
    column('attempts', '尝试次数', 'Attempts'),
    time('nextAttemptAt', '下次尝试', 'Next attempt'),
    column('lastError', '最近一次错误', 'Last error'),
  ]),
  listAlarms: statement('告警', 'alarms', [
    time('openedAt', '发生时间', 'Since'),
    column('kind', '类别', 'Kind', valueWords(zh.alarmKind, en.alarmKind)),
    column('subject', '对象', 'Object'),
    status(states('alarm')),
    column('acknowledgedBy', '确认人', 'Acknowledged by'),
    time('acknowledgedAt', '确认时间', 'Acknowledged'),
    time('endedAt', '恢复时间', 'Ended'),
  ]),
  listApprovals: statement('审批', 'approvals', [
    createdAt,
    ...shownAs('what', column('kind', '申请事项', 'Request', valueWords(zh.approvalKind, en.approvalKind))),
    user,
    status(states('approval')),
    money('amount', '金额', 'Amount'),
    ...shownAs(
      'effect',
      money('balanceBefore', '申请时余额', 'Balance when requested'),
      money('balanceAfter', '执行后余额', 'Balance after'),
    ),
    column('recharge', '充值单号', 'Payment number'),
    column('askedBy', '申请人', 'Requested by'),
    column('reason', '原因', 'Reason'),
    time('expiresAt', '失效时间', 'Expires'),
    ...shownAs(
      'decision',
      column('decidedBy', '处理人', 'Decided by'),
      column('decisionReason', '处理说明', 'Reason for the decision'),
      time('decidedAt', '处理时间', 'Decided at'),
    ),
  ]),
  ...catalogueLists,
};
