/** Kinds, severities and texts of alarms, in each language. Free of zod. */
import type { Language } from './enums.ts';
import type { PlatformCheckName } from './platform-checks.ts';
import { valueNames as en } from './value-names/admin-en.ts';
import { valueNames as zh } from './value-names/admin-zh.ts';

/** In the order shown in filters. */
export const alarmKinds = [
  'NODE_NOT_READY',
  'NODE_LACKS_RESOURCES',
  'OBJECT_NOT_READY',
  'MACHINES_FAILED',
  'GPUS_REPORTED',
  'GPU_CHECK_FAILED',
  'QUEUE_LONG',
  'PAYMENTS_TO_REVIEW',
  'APPROVALS_WAITING',
  'BILLS_DIFFER',
  'PLATFORM',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

/** CRITICAL: machines or money stay wrong until an operator acts. */
export type AlarmSeverity = 'CRITICAL' | 'WARNING';

export const alarmSeverity: Readonly<Record<AlarmKind, AlarmSeverity>> = {
  NODE_NOT_READY: 'CRITICAL',
  NODE_LACKS_RESOURCES: 'WARNING',
  OBJECT_NOT_READY: 'WARNING',
  MACHINES_FAILED: 'CRITICAL',
  GPUS_REPORTED: 'CRITICAL',
  GPU_CHECK_FAILED: 'WARNING',
  QUEUE_LONG: 'WARNING',
  PAYMENTS_TO_REVIEW: 'CRITICAL',
  APPROVALS_WAITING: 'WARNING',
  BILLS_DIFFER: 'WARNING',
  PLATFORM: 'CRITICAL',
};

/** OVER: the condition has cleared. */
export const alarmStatuses = ['OPEN', 'ACKNOWLEDGED', 'OVER'] as const;
export type AlarmStatus = (typeof alarmStatuses)[number];

/** Data from which an alarm's sentence is built. */
export interface AlarmFacts {
  readonly kind: AlarmKind;
  /** The object or the check; null for kinds that have only one alarm. */
  readonly subject: string | null;
  readonly parameters: Readonly<Record<string, string | number>>;
}

const valueNames = { zh, en };

const sentences: Readonly<Record<AlarmKind, Readonly<Record<Language, string>>>> = {
  NODE_NOT_READY: { zh: '节点 {subject} 不可用', en: 'Node {subject} isn’t ready' },
  NODE_LACKS_RESOURCES: {
    zh: '节点 {subject} 的资源少于登记的资源',
    en: 'Node {subject} has less than declared',
  },
  OBJECT_NOT_READY: { zh: '{area} {subject} 未就绪', en: '{area} {subject} isn’t ready' },
  MACHINES_FAILED: { zh: '{count} 台实例失败', en: 'Failed instances: {count}' },
  GPUS_REPORTED: { zh: '{count} 条 GPU 故障上报待处理', en: 'Open GPU fault reports: {count}' },
  GPU_CHECK_FAILED: {
    zh: '节点 {subject} 有 {count} 张 GPU 未通过检测',
    en: 'GPUs on node {subject} that failed the check: {count}',
  },
  QUEUE_LONG: {
    zh: '{count} 台实例在排队，最久的已等待 {hours} 小时',
    en: 'Waiting instances: {count}, the longest for {hours} h',
  },
  PAYMENTS_TO_REVIEW: { zh: '{count} 笔充值待复核', en: 'Payments to review: {count}' },
  APPROVALS_WAITING: { zh: '{count} 项申请待审批', en: 'Requests awaiting approval: {count}' },
  BILLS_DIFFER: {
    zh: '最近 7 天中有 {count} 天的账目与支付平台账单不一致',
    en: 'Days in the last 7 when the books differ from a provider’s bill: {count}',
  },
  PLATFORM: { zh: '平台状态异常：{check}', en: 'Platform issue: {check}' },
};

/** For several alarms of a kind at once, where a single one would name its subject. */
const sentencesOfMany: typeof sentences = {
  ...sentences,
  NODE_NOT_READY: { zh: '{count} 个节点不可用', en: 'Nodes not ready: {count}' },
  OBJECT_NOT_READY: { zh: '{count} 个{area}未就绪', en: '{area} not ready: {count}' },
  GPU_CHECK_FAILED: {
    zh: '{count} 个节点有 GPU 未通过检测',
    en: 'Nodes with GPUs that failed the check: {count}',
  },
  PLATFORM: { zh: '{count} 项平台状态异常', en: 'Platform issues: {count}' },
};

/** Returns the sentence of an alarm, or of several of its kind and area if `subject` is null. */
export function alarmText({ kind, subject, parameters }: AlarmFacts, language: Language): string {
  const names = valueNames[language];
  const { area } = parameters;
  const values: Readonly<Record<string, string | number | undefined>> = {
    ...parameters,
    subject: subject ?? '',
    ...(kind === 'PLATFORM' && { check: names.platformCheck[subject as PlatformCheckName] }),
    ...(area !== undefined && { area: names.alarmArea[area as keyof typeof names.alarmArea] }),
  };
  const { [language]: sentence } = (subject === null ? sentencesOfMany : sentences)[kind];
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

const lists: Readonly<Partial<Record<AlarmKind, string>>> = {
  NODE_NOT_READY: '/admin/nodes?attention=true',
  MACHINES_FAILED: '/admin/workloads?status=FAILED',
  GPUS_REPORTED: '/admin/gpu-reports?status=OPEN',
  GPU_CHECK_FAILED: '/admin/nodes',
  QUEUE_LONG: '/admin/workloads?waiting=true&sort=createdAt',
  PAYMENTS_TO_REVIEW: '/admin/billings?tab=quarantine',
  APPROVALS_WAITING: '/admin/billings?tab=approvals&status=PENDING',
  BILLS_DIFFER: '/admin/billings?tab=bills',
  PLATFORM: '/admin/platform',
};

/** Returns the admin console's page for an alarm, or for several of its kind and area if `subject` is null. */
export function alarmPath({ kind, subject, parameters }: AlarmFacts): string {
  const list = lists[kind] ?? `/admin/${String(parameters.area)}`;
  if (subject === null || kind === 'PLATFORM') return list;
  const name = encodeURIComponent(subject);
  const node = `/admin/nodes/${encodeURIComponent(String(parameters.region))}/${name}`;
  if (kind === 'NODE_NOT_READY' || kind === 'NODE_LACKS_RESOURCES') return node;
  return kind === 'GPU_CHECK_FAILED' ? `${node}?tab=quarantine` : `${list}/${name}`;
}
