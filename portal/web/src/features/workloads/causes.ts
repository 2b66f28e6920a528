/** Explains the state of a machine. The cluster's messages are English; for Chinese there is a text for each reason. */
import type { Language, SessionConsole } from '@gpulease/contract/enums';
import { causesForOperators } from './causes-for-operators.ts';
import { causesInChinese } from './causes-in-chinese.ts';
import { namedInChinese } from './named-causes.ts';
import type { Workload } from '@gpulease/contract/workloads';

/** The text for a reason: the cluster's message in English, and in Chinese if there is no translation. */
export function causeText(reason: string, message: string, language: Language): string {
  if (language === 'zh') return causesInChinese[reason] ?? (message || inWords(reason));
  return message || inWords(reason);
}

/**
 * Texts for customers instead of messages with names of nodes and objects. The cluster's other messages are written for
 * customers.
 */
export const causesForCustomers: Readonly<Record<string, string>> = {
  NoCapacity: 'Not enough capacity is free at the moment.',
  SKUNotOffered: 'No machine of this size can run in this region at the moment.',
  ArchitectureNotOffered: 'This region has no machine with the CPU architecture of the image.',
  NodeUnsuitable: 'The chosen node can’t run this machine.',
  NoSuchNode: 'The chosen node doesn’t exist.',
  NeverPlaceable:
    'This quantity is more than any machine in this region has. What was paid is returned to the balance; order a smaller quantity.',
  DiskElsewhere: 'The disk is on another node, so the machine can’t run on the chosen one.',
  Scheduled: 'Capacity was found; the machine is about to start.',
  NodeLost: 'The hardware on which the machine ran has failed.',
  NodeNotReady:
    'The hardware on which the machine runs doesn’t answer. If that lasts for ten minutes, the machine is marked as failed.',
  ImagePullError: 'The machine can’t be started because part of it can’t be fetched; contact support.',
  KubeVirtMissing: 'The platform isn’t ready to start machines; contact support.',
  CDIMissing: 'The platform isn’t ready to create disks; contact support.',
  ReferenceMissing: 'Something that the order needs doesn’t exist; the machine starts when it does.',
  ReferenceDeleted: 'Something that the order needs was deleted, so the order can’t be carried out.',
  NotOnOffer: 'Something that the order needs isn’t available at the moment.',
};

/** What comes after the loss of the node, of a machine that was to start elsewhere. */
const nodeLosses: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  Moves: {
    zh: '实例所在的节点发生故障。确认实例已不在该节点运行后，会从原有磁盘在其他节点自动启动。',
    en: 'The hardware on which the machine ran has failed. The machine starts again on other hardware, from its disk, as soon as it is certain that it no longer runs there.',
  },
  DiskOnNode: {
    zh: '实例所在的节点发生故障。磁盘在该节点上，无法在其他节点启动；节点恢复后可再次启动。',
    en: 'The hardware on which the machine ran has failed. The disk is on it, so the machine can’t start anywhere else; start it when the hardware is back.',
  },
};

export type Saying = Pick<Workload, 'reason' | 'message' | 'parameters'>;

/** The text for the reader, or the cluster's message if there is none. */
export function causeFor(console: SessionConsole, saying: Saying, language: Language): string {
  const { reason, message, parameters = {} } = saying;
  const named = language === 'zh' ? namedInChinese(console, reason, parameters) : undefined;
  const afterNodeLoss = nodeLosses[parameters.move ?? '']?.[language];
  // Operators read which node it was in the cluster's own message.
  if (afterNodeLoss !== undefined && (console === 'user' || language === 'zh')) return afterNodeLoss;
  return named ?? forReader[console](reason, language) ?? causeText(reason, message, language);
}

const forReader: Readonly<
  Record<SessionConsole, (reason: string, language: Language) => string | undefined>
> = {
  admin: (reason, language) => causesForOperators[reason]?.[language],
  user: (reason, language) => (language === 'en' ? causesForCustomers[reason] : undefined),
};

/** Why a run ended. The cluster keeps only the reason. */
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

/** The text for the reader in few words, where there are some: for lists. */
export function shortCauseFor(console: SessionConsole, saying: Saying, language: Language): string {
  return endings[language][saying.reason] ?? causeFor(console, saying, language);
}

/** `StopRequested` → `Stop requested`. */
function inWords(reason: string): string {
  return reason.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
