/** Explains the state of catalogue objects. The operator's messages are English; these are its reasons in Chinese. */
import type { ConditionParameters } from '@gpulease/contract/common';
import type { Language } from '@gpulease/contract/enums';
import { useFormat, type Formatter } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { conditionInChinese } from './named-causes.ts';

/** By the reasons of the operator's conditions. */
export const catalogueCausesInChinese: Readonly<Record<string, string>> = {
  Ready: '一切正常。',
  Resolved: '引用的资源均可用。',
  ReferenceMissing: '引用的资源不存在。',
  ReferenceNotReady: '引用的资源未就绪。',
  SoldInPart: '可以售卖，但部分地域或计费方式暂不可用。',
  GPUMismatch: '节点的 GPU 型号与所提供的规格不符。',
  Deleting: '正在删除，不再被使用后移除。',
  NewerVersion: '由更新版本的平台写入，请升级 operator。',
  NamespaceMissing: '命名空间尚未创建。',
  NamespaceTaken: '同名的命名空间早已存在，未做改动。',
  UsernameTaken: '用户名已被更早的租户使用。',
  QuotaUnknown: 'Kubernetes 尚未统计配额用量。',
  QuotaUsedUp: '配额已用完，无法再下单。',
  Suspended: '账号已停用。',
  Imported: '镜像磁盘已就绪。',
  KeptElsewhere: '镜像磁盘由其他 DataSource 维护。',
  ImportedBefore: '仍在使用之前来源的镜像磁盘，新来源尚未导入。',
  Importing: '正在导入镜像。',
  ImportFailing: '镜像导入出错，正在重试。',
  ImportFailed: '镜像导入失败。',
  ImportRefused: 'CDI 无法为镜像创建磁盘，请检查地域的存储设置或配额。',
  ImportNotProvided: '存储未能为镜像分配磁盘。',
  NoRegion: '没有启用的地域，无需导入镜像。',
  ImageNamespaceMissing: '存放镜像的命名空间不存在。',
  CDIMissing: '集群未安装 CDI。',
  DataSourceMissing: '引用的 DataSource 不存在。',
  DataSourceNotReady: '引用的 DataSource 没有磁盘。',
  CloneRefused: '实例无权克隆该位置的磁盘。',
  Found: '集群中有对应的 Kubernetes 节点。',
  NotFound: '集群中没有对应的 Kubernetes 节点。',
  Taken: '该 Kubernetes 节点已登记为其他节点。',
  NodeNotFound: '没有可供核对的 Kubernetes 节点。',
  Verified: 'Kubernetes 节点的实际资源与登记一致。',
  LessThanDeclared: 'Kubernetes 节点的实际资源少于登记的资源。',
  HeldByOtherPods: '部分资源被实例以外的 Pod 占用。',
  Open: '可以放置实例。',
  Inactive: '节点已停用。',
  Maintenance: '节点维护中。',
  NodeNotReady: 'Kubernetes 节点没有响应。',
  Cordoned: 'Kubernetes 节点已被设为不可调度（cordon）。',
  Tainted: 'Kubernetes 节点带有无法容忍的污点。',
  NoVirtHandler: 'Kubernetes 节点上的 KubeVirt virt-handler 未运行。',
  Empty: '没有实例。',
  DisksRemain: '没有运行中的实例，但仍有已停止实例的磁盘。',
  Draining: '正在停止节点上的实例。',
  InUse: '节点上有实例。',
  DeviceTaken: '该设备已登记为其他 GPU 型号。',
  NoKubeVirt: '集群未安装 KubeVirt。',
  NotRestricted: 'KubeVirt 未限制可用设备。',
  Permitted: 'KubeVirt 已允许使用该设备。',
  NotPermitted: 'KubeVirt 未允许使用该设备。',
  NodesReady: '地域内有节点可以放置实例。',
  NoNodes: '地域内没有节点。',
  NoNodeReady: '地域内暂无节点可以放置实例。',
  NetworkPoliciesEnforced: '集群已按 NetworkPolicy 隔离网络。',
  NetworkPoliciesNotEnforced: '集群的网络插件未执行 NetworkPolicy，不同用户的实例之间没有网络隔离。',
  NetworkPoliciesNotChecked: '暂时无法确认 NetworkPolicy 是否生效。',
  PriceTooLow: '价格过低，计费结果为零。',
};

export interface Cause {
  readonly text: string;
  /** The operator's own message, where it says more than a general translation. */
  readonly detail?: string;
}

interface Saying {
  readonly reason: string;
  readonly message: string;
  readonly parameters?: ConditionParameters | undefined;
}

interface Reader {
  readonly language: Language;
  readonly format: Pick<Formatter, 'dateTime'>;
}

/** The text of a cause; unknown reasons keep the cluster's message. */
export function catalogueCause({ reason, message, parameters = {} }: Saying, reader: Reader): Cause {
  if (reader.language === 'en') return { text: message || reason };
  const named = conditionInChinese(reason, parameters, reader.format.dateTime);
  if (named !== undefined) return { text: named };
  const general = catalogueCausesInChinese[reason];
  if (general === undefined) return { text: message || reason };
  return { text: general, ...(message && { detail: message }) };
}

/** `catalogueCause` in the current language. */
export function useCatalogueCause(): (saying: Saying) => Cause {
  const language = useLanguage();
  const format = useFormat();
  return (saying) => catalogueCause(saying, { language, format });
}
