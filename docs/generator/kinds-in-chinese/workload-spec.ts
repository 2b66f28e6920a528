/** Chinese texts of Workload and its spec. */
export const workloadSpecInChinese: Readonly<Record<string, string>> = {
  'A machine that a customer rents. Use workloads.gpulease.dev in commands: other systems have workloads too.':
    '用户租用的实例。命令中请写 `workloads.gpulease.dev`，因为其他系统也有 workloads。',
  'the portal uses the name create itself; choose another': '门户自己使用名称 create，请另选一个',
  'rootDiskSize can grow no further than the disk that the price includes, see status.resources.disk':
    '`rootDiskSize` 最大只能增大到价格所含的磁盘，见 `status.resources.disk`',
  'idle is for machines with GPUs; choose another kind of schedule':
    '`idle` 只用于有 GPU 的实例，请选择其他定时方式',
  'type is part of the order and cannot be changed; create another workload':
    '`type` 是订单的一部分，不能修改；请创建新的实例',
  'sku is part of the order and cannot be changed; create another workload':
    '`sku` 是订单的一部分，不能修改；请创建新的实例',
  'skuQuantity is part of the order and cannot be changed; create another workload':
    '`skuQuantity` 是订单的一部分，不能修改；请创建新的实例',
  'image is part of the order and cannot be changed; create another workload':
    '`image` 是订单的一部分，不能修改；请创建新的实例',
  'region is part of the order and cannot be changed; create another workload':
    '`region` 是订单的一部分，不能修改；请创建新的实例',
  'pricing is part of the order and cannot be changed; create another workload':
    '`pricing` 是订单的一部分，不能修改；请创建新的实例',
  'reservation is part of the order and cannot be changed; create another workload':
    '`reservation` 是订单的一部分，不能修改；请创建新的实例',
  'whenSoldOut is part of the order and cannot be changed; create another workload':
    '`whenSoldOut` 是订单的一部分，不能修改；请创建新的实例',
  'reservation is for Reserved pricing and needs pricing.quantity, the units of the term':
    '`reservation` 只用于包周期，并且需要 `pricing.quantity`，即周期包含多少个单位',
  'a reserved term starts at reservation.startTime; leave out placement.startTime':
    '包周期从 `reservation.startTime` 开始，请不要填写 `placement.startTime`',
  'stopAt must be later than the start of the reserved term, reservation.startTime':
    '`stopAt` 必须晚于包周期的开始时间 `reservation.startTime`',
  'Type of the workload. Immutable.': '运行的类型。不能修改。',
  'Name of the SKU. Immutable.': 'SKU 的名称。不能修改。',
  "Multiplies the machine's CPU, memory, disk, GPUs and price. Immutable.":
    '按此倍数配置 CPU、内存、磁盘和 GPU，价格也是同样的倍数。不能修改。',
  'Name of the VMImage. Immutable.': 'VMImage 的名称。不能修改。',
  'Size of the root disk. Can only grow, up to status.resources.disk; see status.rootDiskSize. A quantity of whole Mi, Gi or Ti, for example 80Gi.':
    '系统盘的大小；只能增大，最大到 `status.resources.disk`，见 `status.rootDiskSize`。以 Mi、Gi 或 Ti 为单位的整数，例如 80Gi。',
  'can only grow; the disk of a machine cannot be made smaller': '只能增大，实例的磁盘不能缩小',
  'Name of the Region. Immutable.': 'Region 的名称。不能修改。',
  "Name of one of the SKU's PricingPolicies. Immutable.": 'SKU 的一个 PricingPolicy 的名称。不能修改。',
  'Reserved: length of the term in units of the policy. Defaults to 1. The whole term is charged when ordered. Omit with OnDemand and Spot, which accept only 1. Immutable.':
    '包周期：周期的长度，单位见定价策略；默认 1。下单时一次性扣除整个周期的费用。`OnDemand` 和 `Spot` 只接受 1，请不要填写。不能修改。',
  'Payment terms. Immutable.': '计费方式。不能修改。',
  'When the reserved term begins, at most 30 days ahead. Past times are rejected. Immutable.':
    '包周期的开始时间，最多提前 30 天预约；已过的时间会被拒绝。不能修改。',
  'Reserved: start in the future. By default, the term begins immediately. Immutable.':
    '包周期：预约以后开始。默认立即开始。不能修改。',
  'Whether the machine should run. A stopped machine keeps its disk.':
    '实例是否应当运行。实例停止后，磁盘保留。',
  'Set to the current time to request a restart, or a start after an unrequested stop. Each value takes effect once.':
    '设为当前时间，即请求重启；在并非用户请求的停止之后，则为请求启动。每个值只生效一次。',
  "Set to the current time to move the running machine before its node's planned maintenance, see status.plannedMaintenance. It is stopped and started on a node that the operator chooses, once capacity is reserved there; memory contents are lost. The request expires after five minutes or when the maintenance is canceled or rescheduled. Has no effect if placement.nodeName is set.":
    '设为当前时间，即请求在所在节点的计划维护（见 `status.plannedMaintenance`）之前，把运行中的实例迁移走。由控制器选择节点：先预留资源，再停止实例并在该节点启动，内存中的数据会丢失。请求在 5 分钟后，或者该维护被取消、改期时失效。设置了 `placement.nodeName` 的不生效。',
  'After a stop for funds, maintenance or spot: Automatic restarts the machine when the cause is gone. Manual waits for a request or for the end of planned maintenance that restarts its machines.':
    '因资金不足、维护或竞价让出而停止之后：`Automatic` 在条件恢复时自动启动，`Manual` 等待您请求启动，或者等到会自动启动实例的计划维护结束。',
  "Action after the machine's node has not answered for ten minutes. Wait (default) keeps the machine Failed until a start is requested. MoveIfPossible starts it on another node from its disk, once nothing of it can run on the lost one. A machine whose disk is on the node always waits.":
    '所在节点十分钟没有响应之后如何处理。`Wait`：实例保持 `Failed`，直到有人请求启动。`MoveIfPossible`：确认实例不会再在原节点运行后，用原来的磁盘在其他节点自动启动。磁盘在该节点上的实例，总是等待。不填则等待。',
  'Handling of a new order if no capacity is free. Wait (default) keeps it Pending until its turn comes. Refuse ends it immediately and refunds it. A machine that was placed before always waits for its next place. Immutable.':
    '没有空闲资源时，新订单如何处理。`Wait`：在 `Pending` 中排队。`Refuse`：立即结束，退还已付的费用。不填则排队。实例一旦得到过资源，以后总是排队等待。不能修改。',
  'Stops the machine once, at this time. Has no effect if before the last requested start or before the schedule was set.':
    '在该时间停止一次。早于最近一次请求的启动，或早于设置时间的，不起作用。',
  'Stops the machine after this many hours of running since the last requested start or restart, or since this was set on a running machine. Each start resets the count.':
    '运行满多少小时后停止，从最近一次请求的启动或重启算起；实例运行中设置的，从设置时算起。每次启动重新计算。',
  'Days on which the hours begin.': '时段在星期几开始。',
  'each day can be given only once; remove the duplicate': '星期不能重复，请删除多余的',
  'When the hours begin, for example 09:00.': '时段的开始时间，例如 09:00。',
  'must be hours and minutes, for example 09:00': '必须是小时和分钟，例如 09:00',
  'When they end, for example 18:00; on the next day if not later than from.':
    '时段的结束时间，例如 18:00；不晚于 `from` 的，为次日。',
  'IANA time zone of the hours, for example Asia/Shanghai.': '时段所用的 IANA 时区，例如 Asia/Shanghai。',
  'must be a name of the IANA time zone database, for example Asia/Shanghai':
    '必须是 IANA 时区数据库中的名称，例如 Asia/Shanghai',
  'Runs the machine in the hours of these days and stops it at their end. A machine stopped by its schedule starts when the hours begin, at the price at that time and if the balance covers it; it waits for capacity until the hours end. One stopped otherwise stays off. One started outside its hours runs until the end of the next ones.':
    '在每周的这些时段运行，时段结束时停止。时段开始时，如果实例是被定时停止的，余额充足则按当时的价格启动；资源不足的排队等待，直到时段结束。因其他原因停止的，保持停止。在时段之外启动的，运行到下一个时段结束。',
  'from and to must differ; leave out schedule where the machine is to run all day':
    '`from` 和 `to` 不能相同；要全天运行的，不填 `schedule`',
  'GPU utilization in percent; the machine is idle while each GPU is below it.':
    '每张 GPU 的利用率都低于该百分比时，实例为空闲。',
  'Minutes of continuous idleness required, from a quarter of an hour to a day.':
    '需要持续空闲多少分钟，中途不间断；从一刻钟到一天。',
  'Stops the machine once its GPUs have been idle for some time, as measured by the DCGM exporter of its image; see the condition GPUMeasured. While unmeasured, it is not idle. For machines with GPUs.':
    'GPU 持续空闲一段时间后停止；利用率由镜像中的 DCGM exporter 在实例内测量，见状况 `GPUMeasured`。没有测得利用率时，不算空闲。只用于有 GPU 的实例。',
  'Postpones the next stop: the schedule does not stop the machine before this time. Set by the "one more hour" button of the portal.':
    '推迟下一次停止：在该时间之前，不会定时停止。由门户的“延长 1 小时”按钮设置。',
  'When the machine stops automatically, see status.schedule. Its disk is kept, and it stays off until a start is requested or its weekly hours begin, regardless of resume. A Reserved term is paid in full, so a stop saves nothing.':
    '何时自动停止实例，见 `status.schedule`。磁盘保留；无论 `resume` 如何，实例保持停止，直到有人请求启动或每周时段开始。包周期的费用已全部支付，停止不会节省费用。',
  'give one of stopAt, stopAfterHours, weekly and idle; leave out schedule where the machine is not to be stopped':
    '`stopAt`、`stopAfterHours`、`weekly`、`idle` 须填写其中一个；不需要停止的，不填 `schedule`',
  'ComputeNode that it must run on. A machine running on another one is stopped and started on this one once there is room; memory contents are lost. A machine whose disk is on its node cannot move.':
    '必须在哪个 ComputeNode 上运行。正在其他节点运行的实例，该节点一有资源就停止并在那里启动，内存中的数据会丢失。磁盘在所在节点上的，不能迁移。',
  "IP address of the machine, one of the region's. Takes effect immediately. Omit if a load balancer gives every machine its own.":
    '必须使用哪个 IP 地址，须为该地域的地址之一；立即生效。由负载均衡为每台实例分配地址的，不填。',
  'Public port for SSH or, with Windows, Remote Desktop. Takes effect immediately; a running machine can no longer be reached at its previous port.':
    'SSH（Windows 为远程桌面）的外部端口；立即生效，运行中实例原来的端口不再可用。',
  'OnDemand and Spot: start time; capacity is reserved until then. If unset or past, the machine starts as soon as possible. A Reserved term uses reservation.startTime instead.':
    '用于 `OnDemand` 和 `Spot`：何时启动，在此之前为它预留资源。不填或时间已过的，尽快启动。包周期另有自己的 `reservation.startTime`。',
  'Place and time chosen by an administrator. The operator decides the rest.':
    '管理员指定的位置和时间。没有填写的由控制器决定。',
  'Public keys that can sign in.': '可以登录的公钥。',
  'each key can be given only once; remove the duplicate': '公钥不能重复，请删除多余的',
  'must be one line of an OpenSSH .pub file, the type of the key and the key, for example ssh-ed25519 AAAAC3Nz… me@laptop':
    '必须是 OpenSSH .pub 文件中的一行：密钥类型和公钥，例如 ssh-ed25519 AAAAC3Nz… me@laptop',
  'SSH access. Linux: keys are written at each start or, with userDataSecret, only at the first one.':
    '谁可以用 SSH 登录。用于 Linux：每次启动时写入公钥；设置了 `userDataSecret` 的，只在首次启动时写入。',
  'Purpose of the port, for example jupyter.': '端口的用途，例如 jupyter。',
  'must be lowercase letters, digits and hyphens, start with a letter and not end with a hyphen':
    '只能是小写字母、数字和连字符，以字母开头，不能以连字符结尾',
  "ssh, rdp and http-host are the machine's own ports; give this one another name":
    'ssh、rdp 和 http-host 是实例自身的端口，请换一个名称',
  'Transport protocol.': '传输协议。',
  'Port to connect to. The region may map it to another, see status.endpoints.':
    '外部端口；地域可能映射为其他端口，见 `status.endpoints`。',
  'Port that the program in the machine listens on.': '实例内的程序监听的端口。',
  'Ports reachable from outside besides SSH; each protocol and port once.':
    '除 SSH 外，可以从外部访问的端口；协议和端口的组合不能重复。',
  'the names of ports must differ; give one of them another name': '端口的名称不能重复，请修改其中一个',
  'each protocol and port can be opened only once; give one of them another port':
    '协议和端口的组合不能重复，请修改其中一个的端口',
  "Host name under the region's HTTP domain.": '域名，以该地域的 HTTP 域名后缀结尾。',
  'Port that the web server in the machine listens on.': '实例内的 Web 服务器监听的端口。',
  'Web server in the machine, served under a host name of the region.':
    '实例内的 Web 服务器，通过该地域的域名访问。',
  'Linux: name of a Secret in the same namespace whose key userdata holds cloud-init user data, read at first boot.':
    '用于 Linux：同一命名空间中 Secret 的名称，其中键 `userdata` 是 cloud-init 的 user data，首次启动时读取。',
  'Spot: action when the capacity is needed. Defaults to Stop.':
    '用于竞价：资源被其他订单需要时如何处理；默认 `Stop`。',
  'Reason, shown to the customer.': '原因，用户会看到。',
  'Administrative lock. While set, the machine is stopped and does not start.':
    '管理员的锁定：设置期间，实例停止，且不能启动。',
};
