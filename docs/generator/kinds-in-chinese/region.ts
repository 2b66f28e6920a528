/** Chinese texts of Region. */
export const regionInChinese: Readonly<Record<string, string>> = {
  'A location for machines: how they are reached and where their disks are stored.':
    '实例运行的地方：规定实例如何访问，磁盘放在哪里。',
  "Name shown to customers. Defaults to the object's name.": '用户看到的名称；默认为对象的名称。',
  'Description of the region for customers.': '给用户看的地域描述。',
  'How machines are reached from outside.': '从外部如何访问实例。',
  'exposure of type NodePort needs at least one IP address in addresses':
    '`type` 为 `NodePort` 时，`addresses` 中至少要有一个 IP 地址',
  'with type LoadBalancer every machine gets an address of its own; leave addresses out':
    '`type` 为 `LoadBalancer` 时，每台实例都有自己的地址，请不要填写 `addresses`',
  'NodePort opens a cluster port for every port of a machine, reached at one of the addresses. LoadBalancer requests an address from the cluster for every machine, which can be reached once it has one.':
    '`NodePort`：实例的每个端口占用集群的一个端口，通过 `addresses` 中的某个地址访问。`LoadBalancer`：为每台实例向集群申请一个地址，得到地址后才能访问。',
  'Public IP addresses at which machines are reached. NodePort requires at least one; LoadBalancer allows none.':
    '访问实例所用的公网 IP 地址。`NodePort` 至少填写一个，`LoadBalancer` 不填。',
  'each address can be given only once; remove the duplicate': '地址不能重复，请删除多余的',
  'HTTP hosts for machines. Omit if the region offers none.':
    '实例的 HTTP 域名。地域不提供域名访问的，不填。',
  "Domain of the machines' HTTP hosts, such as cn-east-1.gpulease.example.":
    '实例的 HTTP 域名后缀，例如 cn-east-1.gpulease.example。',
  "IngressClass that serves the hosts. Defaults to the cluster's default.":
    '提供这些域名的 IngressClass；默认为集群的默认值。',
  'HTTPS serves the hosts with the default certificate of the ingress controller, which must cover every host of the domain, such as a wildcard certificate. Defaults to HTTP, which sends the input of users unencrypted.':
    '`HTTPS`：使用 Ingress 控制器的默认证书，证书须对该后缀的所有域名有效，例如通配符证书。默认为 `HTTP`：用户在网页中输入的内容会以明文传输。',
  "Storage of root disks. Defaults to the cluster's default StorageClass with locality Shared.":
    '系统盘放在哪里。默认为集群的默认 StorageClass，`locality` 为 `Shared`。',
  "StorageClass of the root disks. Defaults to the cluster's default.":
    '系统盘的 StorageClass；默认为集群的默认值。',
  'Shared disks can be used from every node. A disk with locality Node stays on one node, so its machine always starts there.':
    '`Shared`：磁盘可以在任意节点上使用。`Node`：磁盘固定在一个节点上，实例只能在该节点启动。',
  "Access modes that disks of machines and images are claimed with. Defaults to ReadWriteOnce with locality Node; with Shared, CDI uses those of the class's StorageProfile and creates no disk if it has none.":
    '申请实例和镜像的磁盘时使用的访问模式。`locality` 为 `Node` 时，默认为 `ReadWriteOnce`；为 `Shared` 时，CDI 使用该 StorageClass 的 StorageProfile 中的访问模式，其中没有的，不能创建磁盘。',
  'each access mode can be given only once; remove the duplicate': '访问模式不能重复，请删除多余的',
  "How volumes are used. Defaults to the mode of the class's StorageProfile, else Filesystem.":
    '卷的使用方式；默认以该 StorageClass 的 StorageProfile 为准，其中没有的，为 `Filesystem`。',
  "CPU model of amd64 machines from their next start. host-passthrough exposes all features of the node's processors; host-model those that libvirt knows; a name such as EPYC-Milan selects that model, on nodes that have it. Defaults to host-passthrough, or to host-model if KubeVirt emulates processors. arm64 machines always use host-passthrough.":
    'amd64 实例的 CPU 型号，下次启动时生效。`host-passthrough`：提供节点 CPU 的全部功能；`host-model`：提供其中 libvirt 认识的功能；填写型号名（例如 EPYC-Milan）：提供该型号，只在支持它的节点上运行。默认为 `host-passthrough`；KubeVirt 使用 CPU 模拟、没有可直通的功能时，默认为 `host-model`。arm64 实例始终为 `host-passthrough`。',
  'must be host-passthrough, host-model or the name of a CPU model that KubeVirt knows, such as EPYC-Milan':
    '必须是 `host-passthrough`、`host-model` 或 KubeVirt 支持的 CPU 型号名，例如 EPYC-Milan',
  'How GPUs are checked before they are sold again. Check machines yield to customers immediately. Disabled by default.':
    'GPU 再次出售前如何检测。由检测机进行，用户需要资源时检测机立即让出。默认不检测。',
  'When the free GPUs of a node are checked. AfterFaults: after a fault of the node or when GPUs return from quarantine. AfterEachCustomer: also when a machine has released GPUs. DailyWhenFree: after faults and once a day.':
    '何时检测节点上空闲的 GPU。`AfterFaults`：节点发生故障或 GPU 解除隔离后。`AfterEachCustomer`：除上述情况外，实例释放 GPU 之后也检测。`DailyWhenFree`：故障之后，以及每天一次。',
  "Container image with the check machine's disk, in the format of KubeVirt's containerDisk. The guest checks its GPU: if healthy, it answers on TCP port 8080; if not, it powers off.":
    '检测机磁盘的容器镜像，格式为 KubeVirt 的 containerDisk。其中的系统检测它的 GPU：正常的，在 TCP 端口 8080 应答；异常的，自行关机。',
  'Seconds after its start within which the guest must answer for the GPU to pass. Defaults to 900.':
    '系统启动后多少秒内必须应答，否则该 GPU 未通过检测；默认 900。',
  'ComputeNodes of the region. Deletion is blocked while there are any.':
    '该地域的 ComputeNode。只要还有，就不能删除该地域。',
  'ComputeNodes of this region.': '该地域的 ComputeNode 数。',
  'ComputeNodes that can run machines now.': '现在可以运行实例的 ComputeNode 数。',
  'GPUs of all models together.': '所有型号 GPU 的合计。',
  'GPUs in the region.': '该地域的 GPU 数。',
  'GPUs that machines use.': '实例已占用的 GPU 数。',
  'GPUs that can be ordered now.': '现在可以下单的 GPU 数。',
  'GPUs by model: the first 64 by name. The totals include all.':
    '各型号的 GPU，按名称只列出前 64 种。合计包括全部型号。',
  'GPUs of this model in the region.': '该地域中该型号的 GPU 数。',
  'Ports at which machines are reached with exposure NodePort. All regions of a cluster share them; ports of other Services are not counted.':
    '访问方式为 `NodePort` 时，用于访问实例的端口。集群的所有地域共用；其他 Service 的端口不计。',
  "First port of the cluster's range.": '集群端口范围的第一个端口。',
  "Last port of the cluster's range.": '集群端口范围的最后一个端口。',
  'Ports of the range that no machine uses.': '范围内没有被实例占用的端口数。',
  "Factor by which KubeVirt multiplies the memory it adds to a machine's own, as configured there; 1 if unset.":
    'KubeVirt 为每台实例增加的额外内存的倍数，取自 KubeVirt 的配置；没有则为 1。',
  'Workloads in this region. Deletion is blocked while there are any.': '该地域的实例数。不为 0 时不能删除。',
  'Whether it takes new orders.': '是否接受新订单。',
  'ComputeNodes.': 'ComputeNode 数。',
  'GPUs of all models.': '所有型号的 GPU 数。',
  'Ports of the cluster that are free for machines.': '集群中可供实例使用的空闲端口数。',
};
