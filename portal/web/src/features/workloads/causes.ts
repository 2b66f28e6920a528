/** Explains the state of a machine. The cluster's messages are English; these are its reasons in Chinese. */
import type { Language, SessionConsole } from '@gpulease/contract/enums';
import { causesForOperators } from './causes-for-operators.ts';
import { namedInChinese } from './named-causes.ts';
import type { Workload } from '@gpulease/contract/workloads';

/** By the reasons of the cluster and of orders that have not reached it. */
export const causesInChinese: Readonly<Record<string, string>> = {
  OrderPlaced: '订单已提交，正在创建实例。',
  OrderAccepted: '订单已确认。',
  OrderRejected: '订单未被接受，费用已退回。',
  NameTaken: '同名实例已存在，未产生费用。',
  AwaitingFunds: '余额不足，充值后自动启动。',
  OrderRateLimited: '一小时内的订单数已达上限，稍后自动重试。',
  NoPayer: '该租户没有可用的账号，无法付费。',
  SoldOut: '资源已售罄，有空闲后自动下单。',
  RefusedByCluster: '集群未接受该实例，费用已退回，详情请联系客服。',
  OrderExpired: '集群未能在 10 分钟内创建实例，费用已退回，请重新下单。',
  OrderCancelled: '订单已取消，费用已退回。',
  InsufficientFunds: '余额不足，充值后可以重新启动。',
  Released: '实例已停止，再次启动时重新计费。',
  WaitingForOrder: '正在等待订单确认。',
  WaitingForSettlement: '正在结算之前的运行费用，完成后启动。',
  TenantUnknown: '该命名空间不属于任何用户，无法运行实例。',
  TenantSuspended: '账号已停用，实例已停止。',
  ImageNotReady: '镜像正在准备，完成后启动。',
  Placing: '正在寻找有足够空闲资源的节点。',
  AwaitingSpot: '正在等待竞价实例让出资源，随后启动。',
  ReservationTooFar: '开始时间在 30 天以后，进入 30 天以内后将为您预留资源。',
  Booked: '资源已预留，将在预约的时间启动。',
  DiskElsewhere: '磁盘在其他节点上，无法在指定的节点运行。',
  AddressNotInRegion: '指定的地址不可用：不属于该地域，或该地域由负载均衡分配地址。',
  PortTaken: '指定的 SSH 端口已被占用，请更换。',
  PortOutOfRange: '指定的 SSH 端口不在可用范围内，请更换。',
  HostTaken: '该 HTTP 域名已被使用，请更换。',
  HostNotInRegion: 'HTTP 域名不属于该地域的域名，请更换。',
  UserDataMissing: '指定的用户数据 Secret 不存在或没有 userdata，请先创建。',
  GPUNotPermitted: '集群尚未开放该型号的 GPU，请联系客服。',
  Scheduled: '已找到节点，即将启动。',
  NodeUnavailable: '节点在启动前停止服务，正在寻找其他节点。',
  PlaceClaimed: '启动前资源让给了其他订单，正在寻找其他节点。',
  Unschedulable: '节点资源不足，正在寻找其他节点。',
  Starting: '实例正在启动。',
  Running: '实例正在运行。',
  Stopped: '实例已停止，磁盘数据保留。',
  DestroyRequested: '实例正在销毁。',
  Destroyed: '实例及其磁盘已销毁。',
  StopRequested: '实例已按要求停止。',
  Funds: '余额已用尽，请充值后重新启动。',
  RunwayEnded: '余额已用尽，请充值后重新启动。',
  TermEnded: '包周期已到期。',
  GuestPoweredOff: '实例从系统内部关机。',
  Maintenance: '节点维护，实例已停止。',
  Spot: '资源已让给其他订单，实例被中断。',
  ScheduledStop: '定时停止的时间已到，实例已停止，磁盘数据保留。',
  ScheduledStopNotice: '即将按定时停止的设置停止，请保存数据；如需继续使用，可以延长。',
  SpotNotice: '资源将让给其他订单，实例即将停止，请保存数据。',
  MaintenanceNotice: '节点即将维护，实例将停止，请保存数据。',
  SpotInterrupted: '资源已让给其他订单，实例被中断。',
  RestartRequested: '实例正在按要求重启。',
  Preempted: '平台自身服务需要占用该节点的资源，实例正在重新启动。',
  MachineReplaced: '实例意外终止，正在重新启动。',
  MachineEnded: '实例意外终止。',
  StartDeadlineExceeded: '实例未能按时启动，请重试或联系客服。',
  CrashLoop: '实例在 10 分钟内崩溃了 3 次，请在控制台查看原因后重新启动。',
  ImportFailed: '无法从镜像创建磁盘。',
  NodeLost: '实例所在的节点发生故障。',
  NodeNotReady: '实例所在的节点没有响应，若持续 10 分钟，实例将被标记为失败。',
  ImagePullError: '实例的容器镜像无法拉取，请联系客服。',
  ImportFailing: '从镜像创建磁盘失败，正在重试。',
  DiskNotCreated: '平台未能创建系统盘，正在处理。',
  DiskLost: '系统盘已被删除，数据无法恢复。可重新启动，使用由镜像创建的新系统盘，或销毁该实例。',
  DiskNotProvided: '存储尚未分配系统盘，平台正在处理。',
  DiskCopyStuck: '系统盘未能按时就绪，平台正在处理。',
  ImageImportFailed: '镜像导入失败，修复后自动启动；如需尽快使用，请联系客服。',
  RefusedByKubeVirt: '平台无法启动该实例，请联系客服。',
  ServiceRefused: '平台未能开放实例的端口，正在处理。',
  NetworkPolicyRefused: '平台未能设置实例的网络，正在处理。',
  IngressRefused: '平台未能设置 HTTP 域名，正在处理。',
  SecretRefused: '平台未能写入实例的公钥，正在处理。',
  VirtualMachineRefused: '平台未能创建实例，正在处理。',
  DiskRefused: '平台未能扩容系统盘，正在重试。',
  StopRefused: '平台未能关闭实例，正在处理。',
  DeletionRefused: '平台未能完全销毁实例，正在处理。',
  KubeVirtMissing: '平台尚未就绪，暂时无法启动实例，请联系客服。',
  CDIMissing: '平台尚未就绪，暂时无法创建磁盘，请联系客服。',
  StuckTerminating: '实例未能按时关闭，已停止计费，平台正在处理。',
  DeletionStuck: '实例已关闭，部分资源尚未删除，平台正在处理。',
  Frozen: '管理员已锁定该实例。',
  NewerVersion: '平台正在升级，升级完成后继续处理该实例。',
  ReferenceMissing: '订单所用的资源不存在。',
  ReferenceDeleted: '订单所用的资源已被删除，无法继续。',
  NotOnOffer: '订单所用的资源暂不可用。',
  SKUNotOffered: '该地域没有提供该规格的节点。',
  ArchitectureNotOffered: '没有节点支持该镜像的 CPU 架构。',
  NoSuchNode: '指定的节点不存在。',
  NodeUnsuitable: '指定的节点无法运行该实例。',
  NotDelivered: '实例未能在周期开始后 30 分钟内启动，费用全额退回余额，请重新下单。',
  NeverPlaceable: '该地域没有节点能容纳这一数量，费用退回余额，请减少数量后重新下单。',
  OrderSoldOut: '下单时资源已售罄，费用已全部退回余额。请稍后重新下单，或在下单时选择排队等待。',
  NoCapacity: '资源不足，有空闲后自动启动，等待期间不计费。',
  PortQuotaExceeded: '端口映射数量将超出配额，请删除不用的端口或提升配额。',
  StorageQuotaExceeded: '磁盘空间将超出配额（已停止实例的磁盘也计入），请销毁不用的实例或提升配额。',
  QuotaExceeded: '将超出配额，请停止其他实例或提升配额。',
  Queued: '有更早的订单在等待，请稍候。',
  CopyingImage: '正在从镜像创建磁盘。',
  NotExposed: '实例暂时没有可访问的地址。',
  GuestNotReady: '实例已运行，但暂时无法登录：系统仍在启动，或登录服务未运行。',
  Provisioned: '磁盘等资源已就绪。',
  DiskGrowing: '系统盘正在扩容。',
  DiskGrowsAtStart: '系统盘将在下次启动时扩容，前提是所在节点有足够空间。',
  DiskNotIncluded: '系统盘超过规格包含的容量，未扩容。',
  NoRoomForDisk: '所在节点没有足够空间扩容系统盘。',
  StorageCannotGrow: '该地域的存储不支持扩容，系统盘大小不变。',
  NoticeWithdrawn: '停止通知已撤销，实例继续运行。',
  Vanished: '实例已不存在，计费截至最后一次结算。',
  Reachable: '实例可以访问。',
  Progressing: '无需您处理。',
};

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

export type Saying = Pick<Workload, 'reason' | 'message' | 'parameters'>;

/** The text for the reader, or the cluster's message if there is none. */
export function causeFor(console: SessionConsole, saying: Saying, language: Language): string {
  const { reason, message, parameters = {} } = saying;
  const named = language === 'zh' ? namedInChinese(console, reason, parameters) : undefined;
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
    CrashLoop: '反复崩溃',
    NodeLost: '节点故障',
    DiskLost: '系统盘丢失',
    Vanished: '实例已不存在',
  },
  en: {
    StopRequested: 'Stopped on request',
    ScheduledStop: 'Stopped as scheduled',
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
    CrashLoop: 'Crashed repeatedly',
    NodeLost: 'The node failed',
    DiskLost: 'The root disk was lost',
    Vanished: 'The machine disappeared',
  },
};

/** `StopRequested` → `Stop requested`. */
function inWords(reason: string): string {
  return reason.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
