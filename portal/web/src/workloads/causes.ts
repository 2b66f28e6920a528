/** Why a machine is in its state. The cluster says it in English; these are its reasons in Chinese. */
import type { Language } from '@gpulease/contract/enums';

const chinese: Readonly<Record<string, string>> = {
  OrderPlaced: '订单已提交，正在创建实例。',
  OrderAccepted: '订单已确认。',
  OrderRejected: '订单未被接受，费用已退回。',
  InsufficientFunds: '余额不足，充值后可以重新启动。',
  Released: '实例已停止，再次启动时重新计费。',
  WaitingForOrder: '正在等待订单确认。',
  WaitingForSettlement: '正在结算之前的运行费用，完成后启动。',
  TenantUnknown: '该命名空间不属于任何用户，无法运行实例。',
  TenantSuspended: '您的账号已被停用。',
  ImageNotReady: '系统镜像正在准备，完成后启动。',
  Placing: '正在寻找有足够空闲资源的节点。',
  AwaitingSpot: '正在等待竞价实例让出资源，随后启动。',
  ReservationTooFar: '预定时间在三十天以后，届时将为您预留资源。',
  Booked: '资源已预留，将在预定时间启动。',
  DiskElsewhere: '磁盘在其他节点上，无法在指定的节点运行。',
  AddressNotInRegion: '指定的地址不属于该地域。',
  PortTaken: '指定的 SSH 端口不可用，请更换。',
  HostTaken: '该 HTTP 域名已被其他实例使用，请更换。',
  Scheduled: '已找到节点，即将启动。',
  NodeUnavailable: '节点在启动前停止服务，正在寻找其他节点。',
  PlaceClaimed: '启动前资源让给了其他订单，正在寻找其他节点。',
  Unschedulable: '节点资源不足，正在寻找其他节点。',
  Starting: '实例正在启动。',
  Running: '实例正在运行。',
  Stopped: '实例已停止，磁盘数据保留。',
  DestroyRequested: '实例正在销毁。',
  Destroyed: '实例及其磁盘已销毁。',
  StopRequested: '您停止了实例。',
  Funds: '余额已用尽，请充值后重新启动。',
  RunwayEnded: '余额已用尽，请充值后重新启动。',
  TermEnded: '购买的周期已结束。',
  GuestPoweredOff: '实例从系统内部关机。',
  Maintenance: '节点维护，实例已停止。',
  Spot: '资源已让给其他订单，实例被中断。',
  SpotNotice: '资源将让给其他订单，实例即将停止，请保存数据。',
  MaintenanceNotice: '节点即将维护，实例将停止，请保存数据。',
  SpotInterrupted: '资源已让给其他订单，实例被中断。',
  RestartRequested: '实例正在按您的要求重启。',
  MachineReplaced: '实例意外终止，正在重新启动。',
  MachineEnded: '实例意外终止。',
  StartDeadlineExceeded: '实例未能按时启动，请重试或联系管理员。',
  StartDeadline: '实例未能按时启动，请重试或联系管理员。',
  CrashLoop: '实例在十分钟内崩溃了三次。',
  ImportFailed: '无法从系统镜像创建磁盘。',
  NodeLost: '实例所在的节点发生故障。',
  NodeNotReady: '实例所在的节点没有响应，若持续十分钟，实例将被放弃。',
  ImagePullError: '实例的容器镜像无法拉取，需要管理员处理。',
  ImportFailing: '从系统镜像创建磁盘失败，正在重试。',
  ImageImportFailed: '系统镜像导入失败，管理员修复后自动启动。',
  RefusedByKubeVirt: '虚拟化平台无法启动该实例，需要管理员处理。',
  StuckTerminating: '实例未能按时关闭，需要管理员处理；已停止计费。',
  Frozen: '管理员已锁定该实例。',
  ReferenceMissing: '订单引用的资源不存在。',
  ReferenceDeleted: '订单引用的资源已被撤回，无法继续。',
  NotOnOffer: '订单引用的资源暂不可用。',
  SKUNotOffered: '该地域没有提供该规格的节点。',
  ArchitectureNotOffered: '没有节点支持该镜像的架构。',
  NoSuchNode: '指定的节点不存在。',
  NodeUnsuitable: '指定的节点无法运行该实例。',
  NoCapacity: '资源不足，有空闲后自动启动，等待期间不计费。',
  NodesUnavailable: '相关节点暂停服务，恢复后自动启动。',
  QuotaExceeded: '已达到配额上限，请停止其他实例或申请提高配额。',
  Queued: '有更早的订单在等待，请稍候。',
  CopyingImage: '正在从系统镜像创建磁盘。',
  NotExposed: '实例暂时没有可访问的地址。',
  GuestNotReady: '实例已运行，系统仍在启动。',
  Provisioned: '磁盘等资源已就绪。',
  Reachable: '实例可以访问。',
};

/** The sentence for a reason: the cluster's own in English, and where there is none in Chinese. */
export function causeText(reason: string, message: string, language: Language): string {
  if (language === 'zh') return chinese[reason] ?? message;
  return message || inWords(reason);
}

/** `StopRequested` → `Stop requested`. */
function inWords(reason: string): string {
  return reason.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
