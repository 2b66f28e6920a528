/** Explains the state of catalogue objects. The operator's messages are in English; each reason has a Chinese text. */
import type { ConditionParameters } from '@gpulease/contract/common';
import type { Language } from '@gpulease/contract/enums';
import { fill } from '../../i18n/fill.ts';
import { useFormat, type Formatter } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { catalogueCausesInChinese } from './causes-in-chinese.ts';

interface Cause {
  readonly text: string;
  /** The operator's message, if it says more than the general translation. */
  readonly detail?: string;
}

interface CauseFields {
  readonly reason: string;
  readonly message: string;
  readonly parameters?: ConditionParameters | undefined;
}

/** The text of a cause; unknown reasons keep the cluster's message. */
export function catalogueCause(
  { reason, message, parameters = {} }: CauseFields,
  { language, format }: { readonly language: Language; readonly format: Pick<Formatter, 'dateTime'> },
): Cause {
  if (language === 'en') return { text: message || reason };
  const named = conditionInChinese(reason, parameters, format.dateTime);
  if (named !== undefined) return { text: named };
  const general = catalogueCausesInChinese[reason];
  if (general === undefined) return { text: message || reason };
  return { text: general, ...(message && { detail: message }) };
}

export function useCatalogueCause(): (saying: CauseFields) => Cause {
  const language = useLanguage();
  const format = useFormat();
  return (saying) => catalogueCause(saying, { language, format });
}

/** Chinese templates by reason. The first one with all its values present is used. */
const templates: Readonly<Record<string, string | readonly string[]>> = {
  ReferenceMissing: '{objects} 不存在，请创建，或改为引用其他资源。',
  ReferenceNotReady: '{objects} 未就绪。',
  SoldInPart: '可以售卖，但部分地域或计费方式暂不可用：{objects} 有问题。',
  GPUMismatch: '规格 {name} 需要 GPU {wanted}，与节点的 GPU 不符。',
  Deleting: '正在删除，仍有 {used} 个对象在使用，不再被使用后移除。',
  NotFound: '集群中没有 Kubernetes 节点 {name}，请加入集群，或修改对应的 Kubernetes 节点。',
  Taken: '该 Kubernetes 节点已登记为 {name}，请删除其一，或改为对应其他 Kubernetes 节点。',
  LessThanDeclared: 'Kubernetes 节点的实际资源少于登记的资源（实际/登记）：{lacking}。',
  HeldByOtherPods: [
    '部分资源被实例以外的 Pod 占用（剩余/登记）：{lacking}；占用 GPU 的 Pod：{holders}。',
    '部分资源被实例以外的 Pod 占用（剩余/登记）：{lacking}。',
  ],
  Quarantined: [
    '部分 GPU 已隔离，修复前不再出售（隔离/登记）：{lacking}。仍有 {used} 张由实例占用，或由实例占用了同样数量的其他 GPU。',
    '部分 GPU 已隔离，修复前不再出售（隔离/登记）：{lacking}。',
  ],
  StartsFail:
    '{objects} 在该节点启动失败，自 {since} 起没有实例在此启动成功，因此不再放置新实例。修复后请将节点停用再启用，或指定该节点启动一台实例。',
  StartsFailWidely:
    '{objects} 在该节点启动失败，自 {since} 起没有实例在此启动成功；地域内多数节点都是如此，因此仍可放置实例，请检查各节点共用的存储、网络和 KubeVirt。',
  NodeProblem: 'Kubernetes 节点上报了故障 {name}，恢复前不再放置实例。',
  Tainted: 'Kubernetes 节点带有无法容忍的污点 {name}。',
  DisksRemain: '没有运行中的实例，但仍有 {disks} 台已停止实例的磁盘，请勿清除主机的存储。',
  Draining: [
    '正在停止节点上的 {machines} 台实例，最后一台将于 {until} 停止。',
    '正在停止节点上的 {machines} 台实例。',
  ],
  InUse: '节点上有 {machines} 台实例。',
  DeviceTaken: '该设备已登记为 GPU 型号 {name}，请改填本型号的设备，或删除其一。',
  NotPermitted: [
    'KubeVirt 未允许使用该设备，请在 KubeVirt 对象的 permittedHostDevices 中添加 pciVendorSelector {selector}、resourceName {name}。',
    'KubeVirt 未允许使用该设备，请在 KubeVirt 对象的 permittedHostDevices 中添加 {name}。',
  ],
  NetworkPoliciesNotEnforced:
    'NetworkPolicy 未生效：禁止运营控制器访问的监控端口（Pod {name}）仍可访问，不同用户的实例之间没有网络隔离。请改用支持 NetworkPolicy 的网络插件，或将控制器从 chart 的 networkPolicies.metricsFrom 中移除。',
  DataSourceMissing: 'DataSource {name} 不存在，请创建，或修改镜像来源。',
  DataSourceNotReady: 'DataSource {name} 没有磁盘：{words}',
  CloneRefused: '实例无权克隆命名空间 {name} 的磁盘，请将其加入 chart 的 images.cloneNamespaces。',
  ImportFailed: [
    '镜像导入失败：{words}。请修改镜像来源，或删除 DataVolume {name} 后重试。',
    '镜像导入失败，请修改镜像来源，或删除 DataVolume {name} 后重试。',
  ],
  ImportFailing: [
    '镜像导入出错，正在重试：{words}（DataVolume {name}）',
    '镜像导入出错，正在重试，原因请查看 DataVolume {name}。',
  ],
  ImportRefused: [
    'CDI 无法创建磁盘 {name}：{words}。请检查地域的存储设置、StorageProfile 或配额。',
    'CDI 无法创建磁盘 {name}，请检查地域的存储设置、StorageProfile 或配额。',
  ],
  ImportNotProvided: [
    '存储未能为 {name} 分配磁盘：{words}',
    '存储未能为 {name} 分配磁盘，原因请查看其 PVC 的事件。',
  ],
};

/** GPULease kinds; other kinds keep their Kubernetes names. */
const kinds: Readonly<Record<string, string>> = {
  Region: '地域',
  SKU: '规格',
  VMImage: '镜像',
  Workload: '实例',
  PricingPolicy: '定价策略',
};

/** Returns the Chinese sentence with its values; undefined if it or a value is missing. `time` formats an instant. */
function conditionInChinese(
  reason: string,
  { objects, more, until, since, ...parameters }: ConditionParameters,
  time: (instant: string) => string,
): string | undefined {
  const named = objects?.map(({ kind, name }) =>
    name === undefined ? `默认 ${kind}` : `${kinds[kind] ?? kind} ${name}`,
  );
  const values = {
    ...parameters,
    objects: named && named.join('、') + (more === undefined ? '' : `（另有 ${more} 项）`),
    until: until && time(until),
    since: since && time(since),
  };
  const sentences = [templates[reason] ?? []].flat().map((sentence) => fill(sentence, values));
  return sentences.find((said) => said !== undefined)?.replaceAll('） ', '）');
}
