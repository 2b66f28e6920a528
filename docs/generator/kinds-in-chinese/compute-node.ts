/** Chinese texts of ComputeNode. */
export const computeNodeInChinese: Readonly<Record<string, string>> = {
  'A host that machines run on: its region, its resources, and the SKUs that can run there.':
    '运行实例的主机：所在的地域、拥有的资源和可以运行的规格。',
  'region cannot be changed while workloads are placed here or have their disks here (status.workloads); wait until there are none, or create another ComputeNode':
    '还有实例或其磁盘在该节点上时（见 `status.workloads`），不能修改 `region`；请等到没有实例，或创建新的 ComputeNode',
  'nodeName cannot be changed while workloads are placed here or have their disks here (status.workloads); wait until there are none, or create another ComputeNode':
    '还有实例或其磁盘在该节点上时（见 `status.workloads`），不能修改 `nodeName`；请等到没有实例，或创建新的 ComputeNode',
  'What the node is, for administrators.': '节点的描述，供管理员查看。',
  'Name of the Region that the node is in. It cannot be changed while workloads need the node.':
    '节点所在 Region 的名称。还有实例需要该节点时，不能修改。',
  'Name of the core Node; by default the name of this object. Only one ComputeNode can refer to a Node. It cannot be changed while workloads need the node.':
    'Kubernetes 节点（Node）的名称；默认与该对象同名。每个 Node 只能对应一个 ComputeNode。还有实例需要该节点时，不能修改。',
  'CPU cores for machines.': '供实例使用的 CPU 核数。',
  'Memory for machines. A quantity of whole Mi, Gi or Ti, for example 80Gi.':
    '供实例使用的内存。以 Mi、Gi 或 Ti 为单位的整数，例如 80Gi。',
  'Disk space for machines. A quantity of whole Mi, Gi or Ti, for example 80Gi.':
    '供实例使用的磁盘空间。以 Mi、Gi 或 Ti 为单位的整数，例如 80Gi。',
  'How many GPUs of the model the node has.': '节点上该型号 GPU 的数量。',
  'The GPUs; leave it out for a node without GPUs.': 'GPU；没有 GPU 的节点不填。',
  'What the node has for machines, without what the system itself needs. Machines get at most what the core Node actually has.':
    '节点可供实例使用的资源，不含系统自身所需的。实例得到的不会超过 Node 的实际资源。',
  'The SKUs that can run here, at least one.': '可以在该节点上运行的 SKU，至少一个。',
  'Active runs machines. Inactive starts no more machines; running ones keep running. Maintenance notifies the customers and then stops the machines; to plan that for later, leave the state and set maintenance.startTime and endTime.':
    '`Active`：运行实例。`Inactive`：不再启动实例，运行中的继续运行。`Maintenance`：通知用户，然后停止实例；要安排以后的维护，请保持状态不变，设置 `maintenance.startTime` 和 `endTime`。',
  'Why; customers read it.': '原因，用户会看到。',
  'Seconds between the notice to customers and the stop of their machines; 600 by default.':
    '提前通知时间：通知用户后多少秒停止实例；默认 600。',
  'When planned maintenance stops the machines; customers are told of it at once. The node is in maintenance from noticeSeconds before this time until endTime, by itself, whatever state says.':
    '计划维护停止实例的时间；设置后立即通知用户。无论 `state` 如何，节点从该时间之前的 `noticeSeconds` 起自动进入维护，到 `endTime` 结束。',
  'When planned maintenance is over, so that the node is again what state says.':
    '计划维护结束的时间，此后节点恢复为 `state` 指定的状态。',
  'Automatic, the default: the machines that planned maintenance has stopped start by themselves when it is over, whatever their own resume says; Manual: their own decides. One that its owner has started or switched off meanwhile is left alone. It starts at the price of that time, if the balance pays for it.':
    '`Automatic`（默认）：计划维护停止的实例在维护结束后自动启动，无论实例自身的 `resume` 如何。`Manual`：由实例自身的 `resume` 决定。用户在此期间已自行启动或停止的实例除外。余额充足时按当时的价格启动。',
  'Why and how the node is maintained: now, with state Maintenance, or between startTime and endTime. To cancel planned maintenance or to end it early, remove this.':
    '为何维护节点，如何维护：`state` 为 `Maintenance` 时立即维护，或者从 `startTime` 到 `endTime` 维护。移除该字段即可取消或提前结束计划维护。',
  'planned maintenance needs both startTime and endTime; for maintenance now, leave out both':
    '计划维护需要同时填写 `startTime` 和 `endTime`；立即维护的，两者都不填',
  'endTime must be later than startTime': '`endTime` 必须晚于 `startTime`',
  'resume goes with planned maintenance; for maintenance now, leave it out':
    '`resume` 只用于计划维护；立即维护的，不填',
  'When a node that does not answer is expected back. Customers whose machines were lost with it, and wait for it, are told. Without effect while the node is Ready.':
    '没有响应的节点预计恢复的时间。实例因此故障并等待该节点的用户会收到通知。节点就绪时不起作用。',
  'How many GPUs; 1 by default.': 'GPU 数；默认 1。',
  'PCI address of the GPU, where it is known.': 'GPU 的 PCI 地址，已知时填写。',
  'must be a PCI address in lowercase, for example 0000:17:00.0': '必须是小写的 PCI 地址，例如 0000:17:00.0',
  'Why; administrators read it.': '原因，供管理员查看。',
  'When they were taken out of sale.': '停止出售的时间。',
  'Who took them out of sale.': '停止出售的操作人。',
  'Whether the device plugin of the Node still hands them out. Offers, the default: so many fewer are sold of those that the Node can allocate. Excludes: the Node can allocate so many fewer already.':
    'Node 的设备插件是否仍会分配这些 GPU。`Offers`（默认）：从 Node 可分配的 GPU 中扣除相应数量。`Excludes`：Node 可分配的 GPU 已经少了这些，不再扣除。',
  'GPUs that are out of sale until they are repaired. Machines that use them keep running. Which GPU a machine gets is the choice of the device plugin, so a GPU that it still offers can be given to one.':
    '隔离的 GPU，修复之前停止出售。正在使用它们的实例继续运行。实例分到哪张 GPU 由设备插件决定，所以插件仍会分配的，还可能分给实例。',
  'an address names one GPU; leave out count': '`address` 指定的是一张 GPU，请不要填写 `count`',
  'Whether other pods may run on the core Node. Shared, the default, allows them, and what they use is not given to machines. Dedicated sets the taint gpulease.dev/dedicated:NoSchedule, which machines tolerate; pods that already run there stay.':
    '其他 Pod 能否在 Node 上运行。`Shared`（默认）：可以，它们占用的资源不分配给实例。`Dedicated`：为 Node 加上污点 `gpulease.dev/dedicated:NoSchedule`，实例容忍该污点；已在运行的 Pod 不受影响。',
  'Key of the taint.': '污点的键。',
  'must be the key of a taint, for example nvidia.com/gpu': '必须是污点的键，例如 nvidia.com/gpu',
  'Exists tolerates every value. Equal, the default, tolerates the given value.':
    '`Exists`：容忍任何值。`Equal`（默认）：只容忍指定的值。',
  'Value of the taint; empty by default.': '污点的值；默认为空。',
  'Effect of the taint; every effect by default.': '污点的效果；默认为任何效果。',
  'Further taints of the core Node that machines tolerate, written like the tolerations of pods.':
    '实例容忍的 Node 的其他污点，写法与 Pod 的 `tolerations` 相同。',
  'a value goes with the operator Equal only; leave out one of the two':
    '只有 `operator` 为 `Equal` 时才能填写 `value`，请去掉其中一个',
  'taints under node.kubernetes.io/ are set by Kubernetes when a node has problems, and machines must not tolerate them; leave it out':
    'node.kubernetes.io/ 下的污点由 Kubernetes 在节点有问题时设置，实例不能容忍，请去掉',
  'What the node is now: spec.state, or Maintenance while planned maintenance lasts.':
    '节点当前的状态：同 `spec.state`，计划维护期间为 `Maintenance`。',
  'CPU architecture of the core Node, such as amd64; images for other architectures cannot run here.':
    'Node 的 CPU 架构，例如 amd64；其他架构的镜像不能在该节点上运行。',
  'Disk space as a quantity.': '磁盘空间，quantity 格式。',
  'GPUs.': 'GPU 数。',
  'Pods; each machine is one.': 'Pod 数；每台实例占用一个。',
  'What machines can use in total: what is declared, but not more than the core Node can allocate and other pods leave, without GPUs in quarantine.':
    '实例总共可用的资源：以登记的为准，但不超过 Node 可分配的减去其他 Pod 占用的，也不含隔离的 GPU。',
  'What machines use, including paid reservations and the disks of stopped machines.':
    '实例已占用的资源，包括已付费的预留和已停止实例的磁盘。',
  'What is left of the capacity.': '剩余的资源。',
  'Workloads that are placed here or have their disk here. A node that has any cannot be deleted.':
    '已调度到该节点或磁盘在该节点上的实例数。不为 0 时不能删除。',
  'Namespace and name of the Workload.': 'Workload 的命名空间和名称。',
  'When its start first failed here.': '首次在该节点启动失败的时间。',
  'When it failed here again after it had run on another node.':
    '在其他节点运行过之后，再次在该节点启动失败的时间。',
  'The machines that failed to start here one after the other and for whose failure the node may be to blame, the latest last. It is emptied when a start here succeeds, and when the spec changes.':
    '接连在该节点启动失败、且可能由该节点引起的实例，最近的在最后。有实例启动成功，或 `spec` 有变化时清空。',
  'Machines that started here, restarts among them.': '启动成功的次数，包括重启。',
  'Starts that failed here and for which the node may be to blame.': '启动失败、且可能由该节点引起的次数。',
  'How often the core Node became unready, reported a problem, or began to have less than is declared, while the node was Active.':
    '节点启用期间，Node 变为未就绪、上报问题或资源开始少于登记数量的次数。',
  'Days of the 30 that the node has been there, times its GPUs: what its faults are compared with.':
    '30 天中节点存在的天数乘以 GPU 数，用于折算故障率。',
  'The day in UTC.': '日期，按 UTC。',
  'The days on which there was anything, oldest first.': '有记录的日期，最早的在前。',
  'How the node has done in the last 30 days. Of equal nodes, placement takes the one with fewer failed starts and faults per GPU and month.':
    '节点最近 30 天的表现。其他条件相同时，优先调度到每张 GPU 每月的启动失败和故障较少的节点。',
  'Why the free GPUs are to be checked; absent: they are not. Suspicion: a machine of `suspects` has left its GPUs. Request: the annotation gpulease.dev/check-gpus-at has a time after the last check.':
    '空闲的 GPU 为何待检测；没有该字段的，不需要检测。`Suspicion`：`suspects` 中的实例已释放它的 GPU。`Request`：注解 `gpulease.dev/check-gpus-at` 的时间晚于上一次检测。',
  'When the last check ended.': '上一次检测结束的时间。',
  'GPUs that passed it.': '通过的 GPU 数。',
  'GPUs that failed it.': '未通过的 GPU 数。',
  'Check machines that came to nothing, or had a GPU that another one had: of as many GPUs nothing is known.':
    '没有结果，或与另一台检测机分到同一张 GPU 的检测机数；有同样多的 GPU 是好是坏仍不清楚。',
  'Xid: the driver in the machine has logged an error of the kind that a broken GPU causes. Report: the customer reported that a GPU does not work.':
    '`Xid`：实例内的驱动记录了由 GPU 硬件故障引起的那类错误。`Report`：用户上报 GPU 故障。',
  "The error's number in NVIDIA's catalog of Xids.": '该错误在 NVIDIA Xid 目录中的编号。',
  'When it was noticed.': '发现的时间。',
  'Machines here of which a GPU may be broken, the latest last. The GPUs are checked when such a machine has left them. What a guest says closes no node and stops no machine.':
    '该节点上 GPU 疑似故障的实例，最近的在最后。实例释放 GPU 后即检测。实例内记录的内容不会使节点停用，也不会使实例停止。',
  'The check of its GPUs, where the region wants one (spec.gpuCheck of the Region).':
    'GPU 检测，地域设置了检测（Region 的 `spec.gpuCheck`）时才有。',
  'What the device plugin calls it: the PCI address with that of NVIDIA, the IOMMU group with that of KubeVirt.':
    '设备插件对它的称呼：NVIDIA 的插件为 PCI 地址，KubeVirt 自带的插件为 IOMMU 组号。',
  'What the device plugin last said of it. It says so of devices that machines have.':
    '设备插件最近一次上报的健康状态；只上报实例正在使用的设备。',
  'Namespace and name of the Workload that has it.': '正在使用它的 Workload 的命名空间和名称。',
  'Why it is in quarantine, if it is.': '隔离的原因；没有隔离的，没有该字段。',
  'Assigned: a machine got it. Unhealthy, Healthy: the device plugin says so. Quarantined, Repaired: it was put into spec.quarantine by its address, and taken out. Suspected: its machine was added to `gpuCheck.suspects`; of several GPUs, any may be the cause. CheckPassed, CheckFailed: what a check found. CheckUnclear: a check failed that did not tell which of the free GPUs it had. Exchanged: a check found a GPU with another UUID in its place.':
    '`Assigned`：分配给实例。`Unhealthy`、`Healthy`：设备插件上报异常、正常。`Quarantined`、`Repaired`：按地址加入 `spec.quarantine`、从中移除。`Suspected`：所在实例加入 `gpuCheck.suspects`；实例有多张 GPU 的，可能是其中任何一张。`CheckPassed`、`CheckFailed`：通过、未通过检测。`CheckUnclear`：检测未通过，但无法确定是空闲的哪一张。`Exchanged`：检测发现该位置换成了另一 UUID 的 GPU。',
  'Namespace and name of the Workload that had it then.': '当时使用它的 Workload 的命名空间和名称。',
  'The Xid that made it suspect; absent where the customer reported it.':
    '使它疑似故障的 Xid；由用户上报的，没有该字段。',
  'Quarantined: why. CheckPassed, CheckFailed: what the check itself reported. Exchanged: the UUID of the GPU before.':
    '`Quarantined`：隔离的原因。`CheckPassed`、`CheckFailed`：检测程序自己的报告。`Exchanged`：原来那张 GPU 的 UUID。',
  'Its UUID, as a check last reported it.': 'UUID，以最近一次检测的报告为准。',
  'Its serial number, as a check last reported it.': '序列号，以最近一次检测的报告为准。',
  'What happened to it of late, the latest last.': '近期的记录，最近的在最后。',
  'The GPUs of the node, as far as they are known: those that a machine or a check has had, by what the kubelet says of its pod (Kubernetes 1.36), and those that are in quarantine by their address.':
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
