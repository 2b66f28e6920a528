/** Chinese sentences for causes with values. The values come as data, the sentences are ours. Pure. */
import type { SessionConsole } from '@gpulease/contract/enums';
import type { CauseParameters } from '@gpulease/contract/workloads';
import { fill, type Template } from '../../i18n/fill.ts';

type Named = Template<keyof CauseParameters>;

/** By reason, each with the values that it needs. */
const templates: Readonly<Record<string, Named>> = {
  Maintenance: [['why'], '节点维护，实例已停止。原因：{why}'],
  MaintenanceNotice: [['why'], '节点即将维护，实例将停止，请保存数据。原因：{why}'],
  Frozen: [['why'], '管理员已锁定该实例。原因：{why}'],
  PortTaken: [['port'], 'SSH 端口 {port} 已被占用，请更换。'],
  PortOutOfRange: [['port', 'range'], 'SSH 端口 {port} 不在可用范围 {range} 内，请更换。'],
  HostNotInRegion: [['domain'], 'HTTP 域名必须以 {domain} 结尾，请更换。'],
  UserDataMissing: [['name'], '用户数据 Secret {name} 不存在或没有 userdata，请先创建。'],
  DiskNotIncluded: [['size'], '规格包含的系统盘为 {size}，超出部分未扩容。'],
  IdleStop: [
    ['percent', 'minutes'],
    'GPU 使用率低于 {percent}% 已达 {minutes} 分钟，实例已停止，磁盘数据保留。',
  ],
  IdleStopNotice: [
    ['percent'],
    'GPU 使用率低于 {percent}%，如果继续空闲，实例即将停止；如需继续使用，可以延长。',
  ],
  StorageCannotGrow: [['size'], '该地域的存储不支持扩容，系统盘保持 {size}。'],
  PortQuotaExceeded: [
    ['quota', 'used', 'wanted'],
    '端口映射配额为 {quota} 个，已用 {used} 个，还需 {wanted} 个。请删除不用的端口或提升配额。',
  ],
  StorageQuotaExceeded: [
    ['quota', 'used', 'wanted'],
    '磁盘空间配额为 {quota}，已用 {used}（含已停止实例的磁盘），还需 {wanted}。请销毁不用的实例或提升配额。',
  ],
};

/** Catalogue objects mean something only to operators. */
const forOperators: Readonly<Record<string, Named>> = {
  ReferenceMissing: [['kind', 'name'], '{kind} {name} 不存在，创建后实例自动启动。'],
  ReferenceDeleted: [['kind', 'name'], '{kind} {name} 已被删除，订单无法继续。'],
  NotOnOffer: [['kind', 'name'], '{kind} {name} 未启用。'],
};

const kinds: Readonly<Record<string, string>> = {
  region: '地域',
  SKU: '规格',
  image: '镜像',
  'pricing policy': '定价策略',
  account: '账号',
};

/** Undefined if there is no such sentence or a value is missing. */
export function namedInChinese(
  console: SessionConsole,
  reason: string,
  parameters: CauseParameters,
): string | undefined {
  const template = (console === 'admin' ? forOperators[reason] : undefined) ?? templates[reason];
  if (template === undefined) return undefined;
  const { kind } = parameters;
  return fill(template, { ...parameters, ...(kind !== undefined && { kind: kinds[kind] ?? kind }) });
}
