/** What operators do about reasons without a row in a runbook. Normal and transient reasons need no hint. */
import type { CatalogueReason } from '../../crds/src/catalogue-reasons.ts';
import type { WorkloadReason } from '../../crds/src/reasons.ts';
import type { Hint } from './words.ts';

export const reasonHints: Readonly<Partial<Record<CatalogueReason | WorkloadReason, Hint>>> = {
  MetricsNotConfigured: {
    en: 'Set `metrics.url` of the chart to the address of Prometheus.',
    zh: '将 chart 的 `metrics.url` 设为 Prometheus 的 HTTP API 地址。',
  },
  ExporterMissing: {
    en: "Set `spec.gpu.metricsPort` of the VMImage to its DCGM exporter's port; it applies to machines created afterwards.",
    zh: '将 VMImage 的 `spec.gpu.metricsPort` 设为 DCGM exporter 的端口，此后创建的实例生效。',
  },
  MeasuresMissing: {
    en: 'Check that the DCGM exporter runs in the machine and that Prometheus scrapes it.',
    zh: '检查实例内的 DCGM exporter 是否运行，以及 Prometheus 是否在采集。',
  },
  MoveWaiting: {
    en: 'The condition Scheduled shows what the chosen node lacks. Choose another node, or the current one to cancel the move.',
    zh: 'condition Scheduled 说明所选节点缺少什么。请改选其他节点，或选当前节点以取消迁移。',
  },
  MaintenanceMoveWaiting: {
    en: 'The condition Scheduled shows what is missing. The request expires five minutes after `spec.moveRequestedAt`.',
    zh: 'condition Scheduled 说明缺少什么。请求在 `spec.moveRequestedAt` 之后 5 分钟失效。',
  },
  NewerVersion: {
    en: 'Upgrade the operator before you stop or delete the object; the Event names the field.',
    zh: '停止或删除该对象之前，先升级 operator；Event 中有字段名。',
  },
  ReferenceNotReady: {
    en: 'The message names the object; its own condition Ready says why.',
    zh: '消息中有对象的名称，原因见该对象的 condition Ready。',
  },
  GPUMismatch: {
    en: 'Take the SKU out of `spec.skus` of the ComputeNode, or correct its GPU.',
    zh: '从 ComputeNode 的 `spec.skus` 中移除该规格，或更正 GPU 型号。',
  },
  Deleting: {
    en: 'The message shows how many objects still use it; it is removed once none do.',
    zh: '消息中有仍在使用它的对象数；不再被使用后自动移除。',
  },
  NamespaceTaken: {
    en: 'Delete the namespace that existed before the Tenant if it is not needed, or create the Tenant under another name: nothing in it is changed.',
    zh: '同名的命名空间早于租户存在，其中内容未被改动；如不需要，请将其删除。',
  },
  UsernameTaken: {
    en: 'Give the Tenant another username, or delete the older one.',
    zh: '为该租户更换用户名，或删除更早的租户。',
  },
  QuotaUsedUp: {
    en: "Raise the quota on the user's page if the customer asks for it.",
    zh: '如用户需要，可在用户页面提升配额。',
  },
  SoldInPart: {
    en: '`status.faults` of the SKU names each object at fault.',
    zh: '规格的 `status.faults` 列出有问题的对象。',
  },
  NotFound: {
    en: 'Join the host to the cluster, or correct the name of the Node in the ComputeNode.',
    zh: '将主机加入集群，或更正 ComputeNode 中的 Kubernetes 节点名。',
  },
  Taken: {
    en: 'Delete one of the two ComputeNodes, or let it refer to another Node.',
    zh: '删除其中一个 ComputeNode，或改为对应其他 Kubernetes 节点。',
  },
  LessThanDeclared: {
    en: 'The message shows the difference: repair the host (`kubectl describe node NODE`, GPU driver, device plugin), or declare what it has.',
    zh: '消息中有差额：修复主机（`kubectl describe node NODE`、GPU 驱动、device plugin），或按实际资源登记。',
  },
  HeldByOtherPods: {
    en: 'The message names the pods: move them off GPU hosts, or declare less.',
    zh: '消息中有占用资源的 Pod：将其移出 GPU 主机，或减少登记的资源。',
  },
  Quarantined: {
    en: 'Repair the GPUs of the message, then end their quarantine on the page of the node.',
    zh: '修复消息中的 GPU，然后在节点页面解除隔离。',
  },
  StartsFail: {
    en: 'The condition names the machines that failed. After the repair, switch the node to Inactive and back to Active, or let a machine start there.',
    zh: 'condition 中有启动失败的实例。修复后将节点停用再启用，或指定该节点启动一台实例。',
  },
  StartsFailWidely: {
    en: 'Check what the nodes share: storage, network and KubeVirt.',
    zh: '检查各节点共用的存储、网络和 KubeVirt。',
  },
  Cordoned: {
    en: 'Run `kubectl uncordon NODE` when the work on it is done.',
    zh: '确认操作人已处理完毕后，执行 `kubectl uncordon NODE`。',
  },
  Tainted: {
    en: 'Remove the taint of the message, or tolerate it in `spec.tolerations` of the ComputeNode.',
    zh: '移除消息中的污点，或在 ComputeNode 的 `spec.tolerations` 中容忍该污点。',
  },
  NodeProblem: {
    en: '`kubectl describe node NODE` shows the condition; `operator.nodeProblemConditions` of the chart lists the types that count.',
    zh: '状况见 `kubectl describe node NODE`；哪些类型算故障，由 chart 的 `operator.nodeProblemConditions` 列出。',
  },
  NoVirtHandler: {
    en: 'Check the virt-handler pod on the Node: `kubectl get pods -n kubevirt -o wide`.',
    zh: '检查该节点上的 virt-handler Pod：`kubectl get pods -n kubevirt -o wide`。',
  },
  DeviceTaken: {
    en: 'Delete one of the two GPUs with the same `deviceName`, or correct its device.',
    zh: '两个 GPU 的 `deviceName` 相同，请删除或更正其一。',
  },
  NoKubeVirt: {
    en: 'Install KubeVirt: `kubectl get kubevirt -A` is empty.',
    zh: '安装 KubeVirt：`kubectl get kubevirt -A` 没有结果。',
  },
  NotPermitted: {
    en: 'Name the device in `permittedHostDevices` of the KubeVirt object; the page of the GPU has the lines.',
    zh: '在 KubeVirt 对象的 `permittedHostDevices` 中加入该设备，GPU 页面有具体内容。',
  },
  NoNodes: {
    en: 'Register a node of the region, or set the region Inactive.',
    zh: '登记该地域的节点，或停用该地域。',
  },
  NoNodeReady: {
    en: 'Check why each node is closed: `kubectl get cn -o wide`, condition `Schedulable`.',
    zh: '查看各节点不可用的原因：`kubectl get cn -o wide`，以及 condition `Schedulable`。',
  },
  NetworkPoliciesNotChecked: {
    en: 'Normal without `networkPolicies.enabled` and while no pod of the portal is ready; else look at the portal.',
    zh: '未启用 `networkPolicies.enabled`，或门户没有就绪的 Pod 时属正常；否则请检查门户。',
  },
  PriceTooLow: {
    en: 'Raise the price: an hour, or a reserved term of one unit, rounds to 0.00 yuan.',
    zh: '提高价格：一小时或一个周期的费用舍入后为 0.00 元。',
  },
};
