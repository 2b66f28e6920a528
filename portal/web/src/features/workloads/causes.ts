/** Explains the state of a machine. The cluster's messages are in English; each reason has a Chinese text. */
import type { Language, SessionConsole } from '@gpulease/contract/enums';
import type { CauseParameters, Workload } from '@gpulease/contract/workloads';
import { fill } from '../../i18n/fill.ts';
import { causesInChinese } from './causes-in-chinese.ts';

/** The text for a reason. English, and Chinese without a translation, use the cluster's message. */
export function causeText(reason: string, message: string, language: Language): string {
  if (language === 'zh') return causesInChinese[reason] ?? (message || inWords(reason));
  return message || inWords(reason);
}

/** Customer texts in place of messages with names of nodes and objects. The other messages suit customers. */
export const causesForCustomers: Readonly<Record<string, string>> = {
  NoCapacity: 'Not enough capacity is free at the moment.',
  SKUNotOffered: 'No machine of this size can run in this region at the moment.',
  ArchitectureNotOffered: 'This region has no hardware with the image’s CPU architecture.',
  NodeUnsuitable: 'The chosen node can’t run this machine.',
  NoSuchNode: 'The chosen node doesn’t exist.',
  NeverPlaceable:
    'No hardware in this region is large enough for this quantity. The payment is refunded to the balance; order a smaller quantity.',
  DiskElsewhere: 'The disk is on another node, so the machine can’t run on the chosen one.',
  Scheduled: 'Capacity was found; the machine is about to start.',
  NodeLost: 'The hardware under the machine has failed.',
  NodeNotReady:
    'The hardware under the machine isn’t responding. If this lasts ten minutes, the machine is marked as failed.',
  ImagePullError:
    'The machine can’t be started because an image it needs can’t be downloaded; contact support.',
  KubeVirtMissing: 'The platform isn’t ready to start machines; contact support.',
  CDIMissing: 'The platform isn’t ready to create disks; contact support.',
  ReferenceMissing: 'Something the order needs doesn’t exist yet; the machine starts once it does.',
  ReferenceDeleted: 'Something the order needs was deleted, so the order can’t be fulfilled.',
  NotOnOffer: 'Something the order needs isn’t available at the moment.',
};

/** Operator texts where customers are referred to support. English is absent where the message suits operators. */
export const causesForOperators: Readonly<Record<string, Readonly<Partial<Record<Language, string>>>>> = {
  GPUNotPermitted: {
    zh: 'KubeVirt 未允许使用该型号的 GPU，请按该 GPU 页面的说明修改 permittedHostDevices。',
    en: 'KubeVirt doesn’t permit this GPU. The GPU’s page shows what to add to permittedHostDevices.',
  },
  RefusedByCluster: { zh: '集群未接受该实例，费用已退回用户，原因见集群状态和 operator 日志。' },
  StartDeadlineExceeded: { zh: '实例未能按时启动，原因见集群状态中的 virt-launcher Pod。' },
  ImagePullError: { zh: '实例的容器镜像无法拉取，请检查镜像仓库和节点网络。' },
  ImageImportFailed: { zh: '镜像导入失败，请在镜像页面查看原因；修复后实例自动启动。' },
  RefusedByKubeVirt: { zh: 'KubeVirt 拒绝启动该实例，原因见集群状态。' },
  KubeVirtMissing: { zh: '集群未安装 KubeVirt，或尚未就绪。' },
  CDIMissing: { zh: '集群未安装 CDI，或尚未就绪。' },
};

/** What follows a node loss for a machine that should start elsewhere. */
const nodeLosses: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  Moves: {
    zh: '实例所在的节点发生故障。确认实例已不在该节点运行后，会从原有磁盘在其他节点自动启动。',
    en: 'The hardware under the machine has failed. The machine restarts from its disk on other hardware once it is confirmed to be off.',
  },
  DiskOnNode: {
    zh: '实例所在的节点发生故障。磁盘在该节点上，无法在其他节点启动；节点恢复后可再次启动。',
    en: 'The hardware under the machine has failed. The disk is on it, so the machine can’t start anywhere else; start it when the hardware is back.',
  },
};

export type CauseFields = Pick<Workload, 'reason' | 'message' | 'parameters'>;

/** The text for the reader, or the cluster's message if there is none. */
export function causeFor(console: SessionConsole, saying: CauseFields, language: Language): string {
  const { reason, message, parameters = {} } = saying;
  const afterNodeLoss = nodeLosses[parameters.move ?? '']?.[language];
  // The cluster's message names the node, which operators need.
  if (afterNodeLoss !== undefined && (console === 'user' || language === 'zh')) return afterNodeLoss;
  const named = language === 'zh' ? namedInChinese(console, reason, parameters) : undefined;
  return named ?? textFor(console, reason, language) ?? causeText(reason, message, language);
}

function textFor(console: SessionConsole, reason: string, language: Language): string | undefined {
  if (console === 'admin') return causesForOperators[reason]?.[language];
  return language === 'en' ? causesForCustomers[reason] : undefined;
}

/** Chinese sentences with values, by reason. */
const namedForAll: Readonly<Record<string, string>> = {
  Maintenance: '节点维护，实例已停止。原因：{why}',
  MaintenanceNotice: '节点即将维护，实例将停止，请保存数据。原因：{why}',
  Frozen: '管理员已锁定该实例。原因：{why}',
  PortTaken: 'SSH 端口 {port} 已被占用，请更换。',
  PortOutOfRange: 'SSH 端口 {port} 不在可用范围 {range} 内，请更换。',
  HostNotInRegion: 'HTTP 域名必须以 {domain} 结尾，请更换。',
  UserDataMissing: '用户数据 Secret {name} 不存在或没有 userdata，请先创建。',
  DiskNotIncluded: '规格包含的系统盘为 {size}，超出部分未扩容。',
  IdleStop: 'GPU 使用率低于 {percent}% 已达 {minutes} 分钟，实例已停止，磁盘数据保留。',
  IdleStopNotice: 'GPU 使用率低于 {percent}%，如果继续空闲，实例即将停止；如需继续使用，可以延长。',
  StorageCannotGrow: '该地域的存储不支持扩容，系统盘保持 {size}。',
  PortQuotaExceeded:
    '端口映射配额为 {quota} 个，已用 {used} 个，还需 {wanted} 个。请删除不用的端口或提升配额。',
  StorageQuotaExceeded:
    '磁盘空间配额为 {quota}，已用 {used}（含已停止实例的磁盘），还需 {wanted}。请销毁不用的实例或提升配额。',
};

/** For operators only, because catalogue objects mean nothing to customers. */
const namedForOperators: Readonly<Record<string, string>> = {
  ReferenceMissing: '{kind} {name} 不存在，创建后实例自动启动。',
  ReferenceDeleted: '{kind} {name} 已被删除，订单无法继续。',
  NotOnOffer: '{kind} {name} 未启用。',
};

const kinds: Readonly<Record<string, string>> = {
  region: '地域',
  SKU: '规格',
  image: '镜像',
  'pricing policy': '定价策略',
  account: '账号',
};

function namedInChinese(
  console: SessionConsole,
  reason: string,
  { kind, ...parameters }: CauseParameters,
): string | undefined {
  const sentence = (console === 'admin' ? namedForOperators[reason] : undefined) ?? namedForAll[reason];
  return sentence && fill(sentence, { ...parameters, kind: kind && (kinds[kind] ?? kind) });
}

/** Why a run ended. The cluster stores only the reason. */
export function endingText(reason: string, language: Language): string {
  return endings[language][reason] ?? causeText(reason, '', language);
}

const endings: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  zh: {
    StopRequested: '主动停止',
    ScheduledStop: '定时停止',
    IdleStop: '空闲停止',
    RestartRequested: '主动重启',
    DestroyRequested: '主动销毁',
    RunwayEnded: '余额用尽',
    WaitingForSettlement: '等待结算',
    InsufficientFunds: '余额用尽',
    TermEnded: '包周期到期',
    GuestPoweredOff: '系统内关机',
    Maintenance: '节点维护',
    SpotInterrupted: '被竞价中断',
    Preempted: '平台服务占用资源',
    Frozen: '管理员锁定',
    TenantSuspended: '账号停用',
    MachineEnded: '意外终止',
    MachineReplaced: '意外终止',
    Moving: '迁移节点',
    MaintenanceMove: '维护前迁移',
    CrashLoop: '反复崩溃',
    NodeLost: '节点故障',
    DiskLost: '系统盘丢失',
    Vanished: '实例已不存在',
  },
  en: {
    StopRequested: 'Stopped on request',
    ScheduledStop: 'Stopped as scheduled',
    IdleStop: 'Stopped when idle',
    RestartRequested: 'Restarted on request',
    DestroyRequested: 'Destroyed on request',
    RunwayEnded: 'Balance used up',
    WaitingForSettlement: 'Awaiting settlement',
    InsufficientFunds: 'Balance used up',
    TermEnded: 'The term ended',
    GuestPoweredOff: 'Shut down from within the machine',
    Maintenance: 'Node maintenance',
    SpotInterrupted: 'Capacity needed for another order',
    Preempted: 'Capacity needed by the platform',
    Frozen: 'Locked by an administrator',
    TenantSuspended: 'Account disabled',
    MachineEnded: 'The machine ended unexpectedly',
    MachineReplaced: 'The machine ended unexpectedly',
    Moving: 'Moved to another node',
    MaintenanceMove: 'Moved before maintenance',
    CrashLoop: 'Crashed repeatedly',
    NodeLost: 'The node failed',
    DiskLost: 'The root disk was lost',
    Vanished: 'The machine disappeared',
  },
};

/** A short text for lists if the reason has one, otherwise the full text. */
export function shortCauseFor(console: SessionConsole, saying: CauseFields, language: Language): string {
  return endings[language][saying.reason] ?? causeFor(console, saying, language);
}

/** `StopRequested` → `Stop requested`. */
function inWords(reason: string): string {
  return reason.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
