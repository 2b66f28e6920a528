/** Chinese texts of the status and the columns of Workload. */
export const workloadStatusInChinese: Readonly<Record<string, string>> = {
  'Phase of the life cycle. The machine occupies capacity from Scheduled to the end of Stopping and is billed while Running.':
    '实例的阶段。从 `Scheduled` 到 `Stopping` 结束占用资源，`Running` 期间计费。',
  'Reason for the phase, as one CamelCase word.': '处于该阶段的原因，一个大驼峰格式的单词。',
  'Explanation for the customer, in one sentence.': '给用户看的同一原因，一句话。',
  "An administrator's own words, in any language.": '管理员填写的原文，语言不限。',
  'Kind of the object at fault: region, SKU, image, GPU, pricing policy or account.':
    '有问题的对象的种类：地域、规格、镜像、GPU、定价策略或账号。',
  'Name of the object at fault.': '有问题的对象的名称。',
  'Requested port.': '所请求的端口。',
  'Available port range.': '可用的端口范围。',
  'Required suffix of the host.': '域名必须以什么结尾。',
  'Size of the root disk, as a quantity.': '系统盘的大小，quantity 格式。',
  'Limit of the quota.': '配额的上限。',
  'Used part of the quota.': '配额的已用量。',
  'Additional amount requested.': '另外请求的数量。',
  'GPU utilization in percent below which the machine is idle.': 'GPU 利用率低于多少时实例为空闲，百分比。',
  'Required minutes of idleness.': '需要空闲多少分钟。',
  'After the loss of its node: Moves if it restarts elsewhere automatically, DiskOnNode if it cannot.':
    '所在节点失联之后：`Moves`，在其他节点自动启动；`DiskOnNode`，磁盘在该节点上，不能在其他节点启动。',
  "Owner: the tenant's name in the portal.": '所属用户：租户在门户中的用户名。',
  'When it happened.': '时间。',
  'Additional details for administrators.': '供管理员查看的补充说明。',
  'When and why the workload entered its current phase.': '实例何时、为何进入当前阶段。',
  'Failed operation, as one CamelCase word.': '哪一步未能完成，一个大驼峰格式的单词。',
  'Message of the program that refused it.': '拒绝该操作的程序给出的原文。',
  'Consecutive failures for this reason.': '因该原因连续失败的次数。',
  'Time of the next retry. A change of the spec is tried immediately.': '何时重试；修改 `spec` 后立即重试。',
  'Failed operation that is retried at growing intervals. Unset if nothing has failed.':
    '平台未能完成、正在重试的操作，间隔逐渐延长；没有失败的，没有该字段。',
  'Name of the ComputeNode.': 'ComputeNode 的名称。',
  'When it was placed there.': '调度到该节点的时间。',
  'Reserved: end of the term.': '包周期：周期的结束时间。',
  'Node on which it runs or has reserved capacity.': '实例运行所在或已预留资源的节点。',
  'Root disk included in the SKU, as a quantity.': '规格所含的系统盘，quantity 格式。',
  'Extended resource at the time of the order. A start requests the one that the GPU object names at that time.':
    '下单时的扩展资源；每次启动时，以 GPU 对象当时所写的为准。',
  'GPUs. Unset if there are none.': 'GPU；没有 GPU 的，没有该字段。',
  'Resources of the machine: the SKU times the quantity, as ordered.': '实例的资源：下单时的规格乘以数量。',
  'Size of the root disk, or the size it is growing to: as ordered, as far as the storage allows.':
    '系统盘的大小，或正在扩容到的大小：在存储允许的范围内，与订单一致。',
  "Name of the ComputeNode with the root disk if the region's disks are local to nodes; the machine can start only there.":
    '系统盘所在的 ComputeNode 的名称，用于磁盘在节点本地的地域；实例只能在该节点启动。',
  "UID of the claim with the root disk's data. Another claim in its place is a new disk: the data is lost.":
    '系统盘数据所在的卷声明的 uid。如果换成了另一个卷声明，就是新的磁盘，数据已丢失。',
  'Reason for the stop, for example Funds, Maintenance or Spot.':
    '停止的原因，例如 `Funds`、`Maintenance`、`Spot`。',
  'Name of the ComputeNode on which it was stopped. Unset if it had none.':
    '停止时所在的 ComputeNode 的名称；当时没有节点的，没有该字段。',
  'Automatic: stopped by planned maintenance, at whose end it restarts automatically.':
    '`Automatic`：被计划维护停止，维护结束后自动启动。',
  'Stop not requested by powerState. Remains until a start is requested, or until resume, a weekly plan or the end of planned maintenance lifts it.':
    '并非由 `powerState` 请求的停止。一直保留，直到有人请求启动，或由 `resume`、每周时段、计划维护的结束按各自的规则解除。',
  'Newest spec.restartedAt that was carried out or superseded by an unrequested stop.':
    '最近一次已执行的 `spec.restartedAt`，或因之后并非用户请求的停止而作废的。',
  'Reason for the stop.': '将要停止的原因。',
  'When the notice was given. A Spot machine is not billed from then on.':
    '发出通知的时间；竞价实例从此时起不再计费。',
  'When the machine will be stopped.': '将要停止的时间。',
  'Notice that the machine will be stopped.': '实例即将停止的通知。',
  'When its node is expected back.': '节点预计恢复的时间。',
  "Reason, in the administrators' own words.": '原因，管理员填写的原文。',
  'When these times were announced.': '从何时起通知了这些时间。',
  "Automatic: the machine restarts when it is over. Manual: the machine's own resume applies.":
    '`Automatic`：维护结束后实例自动启动。`Manual`：由实例自身的 `resume` 决定。',
  'Planned maintenance of its node. Unset if it is over or the machine will no longer be there.':
    '所在节点的计划维护；维护已结束，或届时实例不在该节点上的，没有该字段。',
  'When the schedule begins to count: the latest of the last requested start or restart, the beginning of the weekly hours, and when the schedule, its stopAfterHours, its weekly plan or its idle rule was set.':
    '定时从何时算起，取以下时间中最晚的：最近一次请求的启动或重启，每周时段的开始，以及 `schedule`、`stopAfterHours`、`weekly` 或 `idle` 的设置时间。',
  'Hours being counted. A change resets the count.': '正在计算的小时数；修改后重新计算。',
  'Weekly plan being counted. A change resets the count.': '正在执行的每周时段；修改后重新计算。',
  'Idle rule being counted. A change resets the count.': '正在执行的空闲规则；修改后重新计算。',
  'Time since which the GPUs of the running machine have been continuously idle. Unset while they are not, or not measured.':
    '运行中实例的 GPU 从何时起持续空闲；不空闲或没有测得利用率的，没有该字段。',
  'Seconds it ran since then in runs that status.runs no longer lists.':
    '从那时起，已不在 `status.runs` 中的各次运行的总秒数。',
  'When the schedule next stops the machine; with an idle rule, if it stays idle. Unset if unknown, as before a run whose hours are counted, and once the time has passed.':
    '下一次定时停止的时间；按空闲停止的，以持续空闲为前提。尚不确定（例如按小时数停止、但还没有开始运行）或时间已过的，没有该字段。',
  'When the weekly plan next starts the machine. Set only while the schedule keeps it off.':
    '每周时段下一次启动实例的时间；只在实例被定时停止期间才有。',
  'State of spec.schedule. Unset if there is none and while powerState is Stopped.':
    '`spec.schedule` 的执行情况；没有设置，或 `powerState` 为 `Stopped` 时，没有该字段。',
  'Address at which the machine is reached.': '访问实例的地址。',
  'Port for SSH at the address. Unset for Windows, whose Remote Desktop is an endpoint.':
    '该地址上的 SSH 端口；Windows 没有该字段，它的远程桌面在 `endpoints` 中。',
  'User to sign in as, by SSH or, for Windows, by Remote Desktop.':
    '登录用的用户名：SSH，Windows 为远程桌面。',
  'Address to connect to.': '访问的地址。',
  'Port to connect to.': '访问的端口。',
  'Port of the machine behind it.': '对应的实例端口。',
  'Endpoints of the opened ports and of Remote Desktop on Windows (targetPort 3389).':
    '已开放端口的访问地址，包括 Windows 的远程桌面（`targetPort` 为 3389）。',
  'URL of the HTTP host, set once the running machine has answered.':
    'HTTP 域名的网址；运行中的实例应答之后才有。',
  'Name of the VirtualMachine in the same namespace.': '同一命名空间中 VirtualMachine 的名称。',
  'When the machine last started running.': '最近一次开始运行的时间。',
  'When the machine last stopped running.': '最近一次停止运行的时间。',
  'UID of the VirtualMachineInstance.': 'VirtualMachineInstance 的 uid。',
  'When it started running.': '开始运行的时间。',
  'When it ended. Unset while the machine runs.': '结束运行的时间；运行期间没有该字段。',
  'Reason it ended, for example StopRequested.': '结束运行的原因，例如 `StopRequested`。',
  'When its VirtualMachineInstance had shut down. After a stop by the user, the run is billed until then, for at most 30 seconds.':
    'VirtualMachineInstance 关机完成的时间；由用户停止的，计费到此时，最多 30 秒。',
  'Runs of the machine, oldest first. Settled runs are eventually removed.':
    '运行记录，最早的在前；已结算的会逐渐移除。',
  'ID of the order behind this workload.': '该实例的订单的 id。',
  'ID of the newest run whose settlement is final.': '最近一次已最终结算的运行的 id。',
  'Time until which the balance covers the machine.': '余额可以支付到何时。',
  'Billing state, written only by billing.': '计费信息，只由计费服务写入。',
  'Where it is in its life cycle.': '所处的阶段。',
  'Why it is in this phase.': '处于该阶段的原因。',
  'What was ordered.': '所订的规格。',
  'How many GPUs it has.': 'GPU 数。',
  'Where it was ordered.': '所在的地域。',
  'Where it runs.': '运行所在的节点。',
  'Where it is reached.': '访问地址。',
  'The port for SSH.': 'SSH 端口。',
  'Its owner.': '所属用户。',
  'Its image.': '镜像。',
  'Its pricing policy.': '定价策略。',
  'When its schedule stops it.': '定时停止的时间。',
  'When its weekly plan starts it.': '每周时段启动它的时间。',
  'Its web address.': '网址。',
};
