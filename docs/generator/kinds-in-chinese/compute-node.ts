/** Chinese texts of ComputeNode. */
export const computeNodeInChinese: Readonly<Record<string, string>> = {
  'A host for machines: its region, its resources and the SKUs that can run on it.':
    '运行实例的主机：所在的地域、拥有的资源和可以运行的规格。',
  'region cannot be changed while workloads are placed here or have their disks here (status.workloads); wait until there are none, or create another ComputeNode':
    '还有实例或其磁盘在该节点上时（见 `status.workloads`），不能修改 `region`；请等到没有实例，或创建新的 ComputeNode',
  'nodeName cannot be changed while workloads are placed here or have their disks here (status.workloads); wait until there are none, or create another ComputeNode':
    '还有实例或其磁盘在该节点上时（见 `status.workloads`），不能修改 `nodeName`；请等到没有实例，或创建新的 ComputeNode',
  'Description for administrators.': '节点的描述，供管理员查看。',
  "Name of the node's Region. Cannot be changed while workloads need the node.":
    '节点所在 Region 的名称。还有实例需要该节点时，不能修改。',
  'Name of the core Node. Defaults to the name of this object. Only one ComputeNode can refer to a Node. Cannot be changed while workloads need the node.':
    'Kubernetes 节点（Node）的名称；默认与该对象同名。每个 Node 只能对应一个 ComputeNode。还有实例需要该节点时，不能修改。',
  'CPU cores for machines.': '供实例使用的 CPU 核数。',
  'Memory for machines. A quantity of whole Mi, Gi or Ti, for example 80Gi.':
    '供实例使用的内存。以 Mi、Gi 或 Ti 为单位的整数，例如 80Gi。',
  'Disk space for machines. A quantity of whole Mi, Gi or Ti, for example 80Gi.':
    '供实例使用的磁盘空间。以 Mi、Gi 或 Ti 为单位的整数，例如 80Gi。',
  'Number of GPUs of the model.': '节点上该型号 GPU 的数量。',
  'GPUs. Omit for a node without GPUs.': 'GPU；没有 GPU 的节点不填。',
  'Resources for machines, excluding those the system needs. Machines get at most what the core Node actually has.':
    '节点可供实例使用的资源，不含系统自身所需的。实例得到的不会超过 Node 的实际资源。',
  'SKUs that can run here, at least one.': '可以在该节点上运行的 SKU，至少一个。',
  'Active runs machines. Inactive starts no new machines; running ones keep running. Maintenance notifies the customers, then stops the machines; to plan it for later, keep the state and set maintenance.startTime and endTime.':
    '`Active`：运行实例。`Inactive`：不再启动实例，运行中的继续运行。`Maintenance`：通知用户，然后停止实例；要安排以后的维护，请保持状态不变，设置 `maintenance.startTime` 和 `endTime`。',
  'Reason, shown to customers.': '原因，用户会看到。',
  'Seconds between the notice to customers and the stop of their machines. Defaults to 600.':
    '提前通知时间：通知用户后多少秒停止实例；默认 600。',
  'When planned maintenance stops the machines. Customers are notified immediately. The node is in maintenance from noticeSeconds before this time until endTime, regardless of state.':
    '计划维护停止实例的时间；设置后立即通知用户。无论 `state` 如何，节点从该时间之前的 `noticeSeconds` 起自动进入维护，到 `endTime` 结束。',
  'End of planned maintenance, when the node returns to spec.state.':
    '计划维护结束的时间，此后节点恢复为 `state` 指定的状态。',
  'Whether machines stopped by planned maintenance restart when it ends. Automatic (default) restarts them regardless of their own resume, at the price at that time and if the balance covers it. Manual follows their own resume. Machines that the owner has since started or stopped are left alone.':
    '`Automatic`（默认）：计划维护停止的实例在维护结束后自动启动，无论实例自身的 `resume` 如何。`Manual`：由实例自身的 `resume` 决定。用户在此期间已自行启动或停止的实例除外。余额充足时按当时的价格启动。',
  'Maintenance of the node: immediate with state Maintenance, or planned from startTime to endTime. Remove it to cancel planned maintenance or end it early.':
    '为何维护节点，如何维护：`state` 为 `Maintenance` 时立即维护，或者从 `startTime` 到 `endTime` 维护。移除该字段即可取消或提前结束计划维护。',
  'planned maintenance needs both startTime and endTime; for maintenance now, leave out both':
    '计划维护需要同时填写 `startTime` 和 `endTime`；立即维护的，两者都不填',
  'endTime must be later than startTime': '`endTime` 必须晚于 `startTime`',
  'resume goes with planned maintenance; for maintenance now, leave it out':
    '`resume` 只用于计划维护；立即维护的，不填',
  'When an unresponsive node is expected back. Customers whose lost machines wait for it are notified. Has no effect while the node is Ready.':
    '没有响应的节点预计恢复的时间。实例因此故障并等待该节点的用户会收到通知。节点就绪时不起作用。',
  'Number of GPUs. Defaults to 1.': 'GPU 数；默认 1。',
  'PCI address of the GPU, if known.': 'GPU 的 PCI 地址，已知时填写。',
  'must be a PCI address in lowercase, for example 0000:17:00.0': '必须是小写的 PCI 地址，例如 0000:17:00.0',
  'Reason, shown to administrators.': '原因，供管理员查看。',
  'When they were withheld from sale.': '停止出售的时间。',
  'Who withheld them from sale.': '停止出售的操作人。',
  "Whether the device plugin of the Node still offers them. Offers (default): they are subtracted from the Node's allocatable GPUs. Excludes: the Node's allocatable GPUs already exclude them.":
    'Node 的设备插件是否仍会分配这些 GPU。`Offers`（默认）：从 Node 可分配的 GPU 中扣除相应数量。`Excludes`：Node 可分配的 GPU 已经少了这些，不再扣除。',
  'GPUs withheld from sale until they are repaired. Machines that use them keep running. The device plugin chooses which GPU a machine gets, so it can assign a GPU that it still offers.':
    '隔离的 GPU，修复之前停止出售。正在使用它们的实例继续运行。实例分到哪张 GPU 由设备插件决定，所以插件仍会分配的，还可能分给实例。',
  'an address names one GPU; leave out count': '`address` 指定的是一张 GPU，请不要填写 `count`',
  'Whether other pods may run on the core Node. Shared (default) allows them; machines do not get the resources they use. Dedicated sets the taint gpulease.dev/dedicated:NoSchedule, which machines tolerate; pods already running there stay.':
    '其他 Pod 能否在 Node 上运行。`Shared`（默认）：可以，它们占用的资源不分配给实例。`Dedicated`：为 Node 加上污点 `gpulease.dev/dedicated:NoSchedule`，实例容忍该污点；已在运行的 Pod 不受影响。',
  'Key of the taint.': '污点的键。',
  'must be the key of a taint, for example nvidia.com/gpu': '必须是污点的键，例如 nvidia.com/gpu',
  'Exists tolerates every value. Equal (default) tolerates the given value.':
    '`Exists`：容忍任何值。`Equal`（默认）：只容忍指定的值。',
  'Value of the taint. Defaults to empty.': '污点的值；默认为空。',
  'Effect of the taint. Defaults to all effects.': '污点的效果；默认为任何效果。',
  'Additional taints of the core Node that machines tolerate, in the format of pod tolerations.':
    '实例容忍的 Node 的其他污点，写法与 Pod 的 `tolerations` 相同。',
  'a value goes with the operator Equal only; leave out one of the two':
    '只有 `operator` 为 `Equal` 时才能填写 `value`，请去掉其中一个',
  'taints under node.kubernetes.io/ are set by Kubernetes when a node has problems, and machines must not tolerate them; leave it out':
    'node.kubernetes.io/ 下的污点由 Kubernetes 在节点有问题时设置，实例不能容忍，请去掉',
  'Current state: spec.state, or Maintenance during planned maintenance.':
    '节点当前的状态：同 `spec.state`，计划维护期间为 `Maintenance`。',
  'CPU architecture of the core Node, such as amd64. Images for other architectures cannot run here.':
    'Node 的 CPU 架构，例如 amd64；其他架构的镜像不能在该节点上运行。',
  'Disk space as a quantity.': '磁盘空间，quantity 格式。',
  'GPUs.': 'GPU 数。',
  'Pods; each machine uses one.': 'Pod 数；每台实例占用一个。',
  'Total resources for machines: the declared ones, limited to what the core Node can allocate and other pods leave, without quarantined GPUs.':
    '实例总共可用的资源：以登记的为准，但不超过 Node 可分配的减去其他 Pod 占用的，也不含隔离的 GPU。',
  'Resources in use, including paid reservations and the disks of stopped machines.':
    '实例已占用的资源，包括已付费的预留和已停止实例的磁盘。',
  'Remaining capacity.': '剩余的资源。',
  'Workloads placed here or with their disk here. Deletion is blocked while there are any.':
    '已调度到该节点或磁盘在该节点上的实例数。不为 0 时不能删除。',
  'Namespace and name of the Workload.': 'Workload 的命名空间和名称。',
  'When it first failed to start here.': '首次在该节点启动失败的时间。',
  'When it failed here again after running on another node.':
    '在其他节点运行过之后，再次在该节点启动失败的时间。',
  'Machines that failed to start here in succession, possibly because of the node, latest last. Cleared when a start here succeeds or the spec changes.':
    '接连在该节点启动失败、且可能由该节点引起的实例，最近的在最后。有实例启动成功，或 `spec` 有变化时清空。',
  'Successful starts here, including restarts.': '启动成功的次数，包括重启。',
  'Failed starts that the node may have caused.': '启动失败、且可能由该节点引起的次数。',
  'Number of times the core Node became unready, reported a problem or dropped below the declared resources while the node was Active.':
    '节点启用期间，Node 变为未就绪、上报问题或资源开始少于登记数量的次数。',
  'Days of the 30 that the node has existed, times its GPUs; the base of its fault rate.':
    '30 天中节点存在的天数乘以 GPU 数，用于折算故障率。',
  'Date in UTC.': '日期，按 UTC。',
  'Days with records, oldest first.': '有记录的日期，最早的在前。',
  'Reliability over the last 30 days. Among equal nodes, placement prefers the one with fewer failed starts and faults per GPU and month.':
    '节点最近 30 天的表现。其他条件相同时，优先调度到每张 GPU 每月的启动失败和故障较少的节点。',
  'Why a check of the free GPUs is due; unset if none is. Suspicion: a machine in `suspects` has released its GPUs. Request: the annotation gpulease.dev/check-gpus-at has a time after the last check.':
    '空闲的 GPU 为何待检测；没有该字段的，不需要检测。`Suspicion`：`suspects` 中的实例已释放它的 GPU。`Request`：注解 `gpulease.dev/check-gpus-at` 的时间晚于上一次检测。',
  'When the last check ended.': '上一次检测结束的时间。',
  'GPUs that passed.': '通过的 GPU 数。',
  'GPUs that failed.': '未通过的 GPU 数。',
  'Check machines without a result, or that were given a GPU another one had; as many GPUs remain unchecked.':
    '没有结果，或与另一台检测机分到同一张 GPU 的检测机数；有同样多的 GPU 是好是坏仍不清楚。',
  'Xid: the driver in the machine logged an error typical of a broken GPU. Report: the customer reported that a GPU does not work.':
    '`Xid`：实例内的驱动记录了由 GPU 硬件故障引起的那类错误。`Report`：用户上报 GPU 故障。',
  "Error number in NVIDIA's Xid catalog.": '该错误在 NVIDIA Xid 目录中的编号。',
  'When it was detected.': '发现的时间。',
  'Machines here that may have a broken GPU, latest last. Their GPUs are checked once released. Reports from a guest neither close the node nor stop machines.':
    '该节点上 GPU 疑似故障的实例，最近的在最后。实例释放 GPU 后即检测。实例内记录的内容不会使节点停用，也不会使实例停止。',
  'GPU check, if the region requires one (spec.gpuCheck of the Region).':
    'GPU 检测，地域设置了检测（Region 的 `spec.gpuCheck`）时才有。',
  "ID used by the device plugin: the PCI address with NVIDIA's, the IOMMU group with KubeVirt's.":
    '设备插件对它的称呼：NVIDIA 的插件为 PCI 地址，KubeVirt 自带的插件为 IOMMU 组号。',
  'Health last reported by the device plugin, which reports only devices in use by machines.':
    '设备插件最近一次上报的健康状态；只上报实例正在使用的设备。',
  'Namespace and name of the Workload that uses it.': '正在使用它的 Workload 的命名空间和名称。',
  'Reason for its quarantine, if any.': '隔离的原因；没有隔离的，没有该字段。',
  "Assigned: given to a machine. Unhealthy, Healthy: reported by the device plugin. Quarantined, Repaired: added to spec.quarantine by address, removed from it. Suspected: its machine was added to `gpuCheck.suspects`; any of the machine's GPUs may be the cause. CheckPassed, CheckFailed: result of a check. CheckUnclear: a check failed without identifying which of the free GPUs it had. Exchanged: a check found a GPU with another UUID in its place.":
    '`Assigned`：分配给实例。`Unhealthy`、`Healthy`：设备插件上报异常、正常。`Quarantined`、`Repaired`：按地址加入 `spec.quarantine`、从中移除。`Suspected`：所在实例加入 `gpuCheck.suspects`；实例有多张 GPU 的，可能是其中任何一张。`CheckPassed`、`CheckFailed`：通过、未通过检测。`CheckUnclear`：检测未通过，但无法确定是空闲的哪一张。`Exchanged`：检测发现该位置换成了另一 UUID 的 GPU。',
  'Namespace and name of the Workload that used it then.': '当时使用它的 Workload 的命名空间和名称。',
  'Xid that raised the suspicion; unset if the customer reported it.':
    '使它疑似故障的 Xid；由用户上报的，没有该字段。',
  "Quarantined: the reason. CheckPassed, CheckFailed: the check's own report. Exchanged: UUID of the previous GPU.":
    '`Quarantined`：隔离的原因。`CheckPassed`、`CheckFailed`：检测程序自己的报告。`Exchanged`：原来那张 GPU 的 UUID。',
  'UUID, as last reported by a check.': 'UUID，以最近一次检测的报告为准。',
  'Serial number, as last reported by a check.': '序列号，以最近一次检测的报告为准。',
  'Recent events, latest last.': '近期的记录，最近的在最后。',
  'Known GPUs of the node: those that a machine or check has used, as reported by the kubelet for its pod (Kubernetes 1.36), and those quarantined by address.':
    '节点上已知的 GPU：实例或检测机使用过的（由 kubelet 在其 Pod 上报，需要 Kubernetes 1.36），以及按地址隔离的。',
  'Its region.': '所在的地域。',
  'Model of its GPUs.': 'GPU 型号。',
  'All its GPUs.': 'GPU 总数。',
  'SKUs that can run here.': '可以运行的规格。',
  'When planned maintenance stops its machines.': '计划维护停止实例的时间。',
  'When planned maintenance is over.': '计划维护结束的时间。',
  'CPU cores that are free now.': '现在空闲的 CPU 核数。',
  'Memory that is free now.': '现在空闲的内存。',
  'Workloads that are placed here or have their disk here.': '已调度到该节点或磁盘在该节点上的实例数。',
  'Starts that failed here in the last 30 days.': '最近 30 天启动失败的次数。',
  'How often the node failed in the last 30 days.': '最近 30 天的故障次数。',
};
