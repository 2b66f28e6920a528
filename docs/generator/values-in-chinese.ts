/** Path of a chart value → its comment in Chinese. A test checks that all commented values are here. */
export const valuesInChinese: Readonly<Record<string, string>> = {
  crds: '资源定义（CRD）。',
  'crds.keep': '执行 `helm uninstall` 之后，是否保留资源定义及其所有对象。',
  namespaces: '是否由 chart 创建它所安装到的命名空间；也可以用 `helm install --create-namespace` 创建。',
  deployments:
    '控制器、门户和计费服务是否在本集群运行。如果为 false，chart 只安装账号、权限和策略，供在其他地方运行的进程使用。',
  sandbox:
    '用于试用：支付为测试支付，短信验证码对所有人可见。此时门户只监听 Pod 的环回地址，只能通过 `kubectl port-forward` 访问。',
  logLevel: '所有程序的日志级别。',
  'image.registry': '镜像 gpulease-operator 和 gpulease-portal 所在的镜像仓库。',
  'image.tag': '为空则使用 chart 的 appVersion。',
  'image.digests': '每个镜像的 `sha256:…`；设置后代替标签使用。',
  'image.pullPolicy': '节点何时拉取镜像。',
  'image.pullSecrets': '例如 `{name: registry}`。',
  'images.cloneNamespaces':
    '除 gpulease-images 外，实例还可以克隆哪些命名空间的磁盘，供来源是其中 DataSource 的镜像使用。这些命名空间必须存在；其他人要克隆其中的磁盘，必须有权在那里创建 Pod。所有人本来就可以克隆的命名空间（例如 openshift-virtualization-os-images）不必列出，实例也可以克隆。',
  database: 'PostgreSQL 的连接串。',
  'database.secretName': '存放连接串的 Secret，由您在 release 的命名空间中创建。',
  'database.urlKey': '应用角色的连接串所用的键；该角色不能修改表结构。',
  'database.ownerUrlKey': '数据库所有者的连接串所用的键；只用于迁移。',
  'database.applicationRole': '应用角色的名称，由迁移授予它访问各表的权限；为空则不授予。',
  trustedCASecret:
    'Secret，其中键 `ca.crt` 是 PEM 格式的 CA 证书，所有程序除公共 CA 外还信任它们：例如您自己的 PostgreSQL、身份提供方或邮件服务器的 CA。',
  scheduling: 'GPULease 的 Pod 在哪些节点运行；请避开 GPU 主机。',
  'policies.controllers':
    "除控制器外，可以删除租户的虚拟机、磁盘和命名空间以及克隆镜像的用户：Kubernetes 的控制器（kube-controller-manager，无论是否使用 `--use-service-account-credentials`）、KubeVirt 的 virt-controller 和 CDI 的控制器。默认值是它们在 kubevirt v1.9.0 和 containerized-data-importer v1.66.0 中的账号；用 `kubectl get sa -A | grep -E 'kubevirt-controller|cdi-sa'` 查看您的。它们在其他命名空间（例如 openshift-cnv）运行的，请列出在那里的名称。名称有误的，第一台实例就会发现：它的磁盘被拒绝，Workload 写明应在这里加入哪个账号；集群中没有的账号，helm 会警告。",
  network:
    '租户的实例可以访问什么。节点的地址、节点 spec 中的 Pod 地址范围，以及集群 DNS 的 Service，由控制器自行查找；私有地址一律不能访问。以下都是地址范围，例如 10.0.0.0/8 或 fd00::/8。',
  'network.dnsAddresses':
    '不是 kube-system 的 Pod 的 DNS 服务器：默认是 NodeLocal DNSCache、kubespray 的 DNS 缓存，以及 GKE 的 Cloud DNS。实例可以访问其 53 端口。DNS 的 Pod 使用主机网络的，请加入这些主机的地址范围。',
  'network.clusterRanges':
    'Pod、Service、主机或 API server 的地址中，既不是私有地址、也不在节点 spec 中的。实例不能访问。',
  networkPolicies: '用于 GPULease 自己的 Pod；租户实例的网络策略由控制器创建。',
  'networkPolicies.metricsFrom':
    '除 kubelet 外，谁可以读取健康检查和指标，写法与 NetworkPolicy 的 peer 相同，例如 Prometheus 的命名空间。',
  'networkPolicies.egressExcept':
    '这些 Pod 不能访问的地址范围；DNS（53 端口）和集群内的 Pod 除外，其余地址都可以访问。为空则不限制。默认值是各云发放节点凭据的元数据服务：AWS、Google Cloud、Azure 等多数云，腾讯云，阿里云，火山引擎，Azure 的 WireServer，以及 AWS 和 Google Cloud 的 IPv6 地址。',
  'metrics.url':
    'Prometheus（或提供同样接口的系统）的 HTTP API 地址，其中有 KubeVirt 和 GPU 的指标（docs/zh/install.md），例如 `http://prometheus-operated.monitoring:9090`；不带 `/api/v1`、用户名和查询参数。由门户和控制器查询。为空则没有实例的监控图，也不会自动停止闲置的实例。',
  tracing:
    '订单、付款以及控制器为它们所做工作的 OpenTelemetry 链路（docs/zh/operating/monitoring.md 的“链路追踪”）。',
  'tracing.otlpEndpoint':
    '无需登录即可通过 HTTP 接收 OTLP 的采集器，例如 `http://otel-collector.monitoring:4318`；不带 `/v1/traces`。为空则不追踪。',
  'tracing.samplingRatio': '保留的链路占全部链路的比例，0 至 1。',
  monitoring:
    '供 Prometheus Operator 使用，须已安装。网络策略必须允许 Prometheus 访问：见 `networkPolicies.metricsFrom`。',
  'monitoring.podMonitor': '采集控制器、门户和计费服务的 PodMonitor。',
  'monitoring.machines':
    '采集实例内 DCGM exporter 的 PodMonitor，镜像中须有该程序（VMImage 的 `spec.gpu.metricsPort`）。',
  'monitoring.prometheusRule':
    '含有 files/alerts.yaml 中各条告警的 PrometheusRule；docs/zh/runbooks 为每条告警写了一页。',
  'monitoring.runbookUrl':
    '门户宕机时，您的运维人员在哪里阅读 docs/runbooks，例如 `https://git.example.com/gpulease/src/branch/main/docs/zh/runbooks`。每条告警的注解 `runbook_url` 指向那里的对应页面；为空则指向门户上的页面。',
  'monitoring.dashboards':
    'Grafana 的仪表盘，每个放在一个 ConfigMap 中，由 Grafana chart 的 sidecar 按标签查找。',
  'monitoring.dashboards.annotations': '例如 `grafana_folder: GPULease`。',
  'monitoring.labels':
    'PodMonitor 和 PrometheusRule 的标签，供您的 Prometheus 选择（例如 `release: kube-prometheus-stack`）。',
  'monitoring.interval': '采集 Pod 的间隔。',
  operator: '控制器，负责启动和停止实例；其中一个 Pod 是主副本。',
  'operator.spotNoticeSeconds': '从通知竞价实例需要让出资源，到停止它的秒数。',
  'operator.drainWindowSeconds': '为放不下的大订单保留节点的最长秒数；0 为从不保留。',
  'operator.nodePortRange':
    '您的 API server 的 `--service-node-port-range`；地域和指标 `gpulease_node_ports` 显示其中空闲的端口数。',
  'operator.nodeProblemConditions':
    '节点的状况类型，例如由 node-problem-detector 设置的：只要有一项为 True，该节点就不接收新实例，直到恢复；已有的实例继续运行。',
  'operator.resources': '每个 Pod 申请的资源和内存上限。',
  bff: '门户：管理后台、用户控制台及其接口。',
  'bff.publicUrl': '门户的地址：https:// 开头，没有路径。除非 `sandbox` 为 true，否则必填。',
  'bff.docsUrl': '门户的帮助链接指向哪里：您自行维护的文档副本的地址；为空则指向门户自带的 `/docs`。',
  'bff.trustedProxies': '门户前面有几层可信的代理，由它们上报调用方的地址。',
  'bff.cnyPerUsd': '一美元合多少元，英文界面按此显示价格。',
  'bff.defaultQuota': '新租户的配额，管理员修改其 Tenant 之后以修改的为准；`null` 为不限。已有的租户不变。',
  'bff.defaultQuota.storage': '所有实例系统盘的总容量，单位为整数 Gi 或 Ti；已停止的实例也计算在内。',
  'bff.startsPerHour':
    '用户每小时下单、启动和重启的总次数，Tenant 没有指定（`spec.quota.startsPerHour`）时使用。',
  'bff.databasePoolSize':
    '每个副本最多打开多少个 PostgreSQL 连接。调高之前请看 docs/zh/install.md 的“连接数”。',
  'bff.platform':
    '由哪些对象的状态得知 KubeVirt 和 CDI 的版本，显示在管理后台的平台状态页：用 `kubectl get kubevirt,cdi -A` 查看您的（在 openshift-cnv 中，名称以 `-kubevirt-hyperconverged` 结尾）。',
  'bff.requireTwoFactorForOperators': '管理员开启两步验证之前，是否不能在管理后台做任何操作。',
  'bff.adminPasswordSecret':
    'Secret，其中键 `password` 是第一位管理员的密码；为空则由您用命令创建第一位管理员（docs/zh/operating/users.md）。',
  'bff.servicesSecret':
    'Secret，其中的键是邮件等外部服务的设置，名称见 docs/zh/install.md。由门户和计费服务读取；其中没有的服务不启用。',
  'bff.ingress': '`publicUrl` 域名的 Ingress。',
  'bff.ingress.tlsSecret': '存放证书的 Secret；为空则在 Ingress 前面终止 TLS。',
  'bff.resources': '同 `operator.resources`。',
  'payments.secondOperatorAbove':
    '单位为元，要加引号：由一位管理员执行的余额增减、退款和核销，超过该金额需要另一位管理员审批；`null` 为从不需要。只有一位管理员的平台，必须再创建一个账号，或设为 `null`。',
  'payments.creditReportedGPUs':
    '用户上报的 GPU 故障经管理员确认或经检测证实后，是否退还该实例自上报以来产生的费用。',
  'payments.wechatPaySecret':
    '存放微信支付商户文件的 Secret（docs/zh/installing/wechat-pay.md）；为空则充值返回 CONFIG_ERROR。',
  support: '用户如何联系客服：显示在文字中提到联系客服的各处。为空的不显示。',
  'support.url': '帮助中心或在线客服；只能是 https://。',
  'support.phone': '数字、空格和连字符，例如 400-800-8888。',
  'support.hours': '服务时间，中英文各一，例如“工作日 9:00–18:00”和“Weekdays 9:00–18:00, China time”。',
  dunning: '何时提醒用户，以及已停止实例的磁盘保留多久；门户会告知用户。',
  'dunning.lowFundsHours': '余额用尽之前多少小时提醒用户。',
  'dunning.unfundedDiskDays': '因余额用尽而停止的实例，磁盘保留的天数。',
  'dunning.unfundedDiskNoticeDays': '在停止后的第几天提醒用户。',
  'dunning.stoppedDiskDays': '其他已停止的实例，磁盘保留的天数。',
  'dunning.stoppedDiskNoticeDays': '到期前几天提醒用户。',
  'dunning.termNoticeHours': '包周期结束前多少小时提醒用户。',
  worker: '计费服务；所有 Pod 都参与工作。',
  'worker.databasePoolSize': '同 `bff.databasePoolSize`。',
  'worker.resources': '同 `operator.resources`。',
  migrate: '数据库迁移，由一个 Job 在其他程序启动之前执行。',
  'migrate.resources': '同 `operator.resources`。',
  backup:
    '由 CronJob 备份数据库和自定义资源，每个备份写完后立即回读校验；如何恢复见 docs/zh/operating/backup-and-restore.md。',
  'backup.schedule': '备份的时间，写法与 CronJob 相同，UTC 时间。',
  'backup.keep': '保留多少个备份。',
  'backup.maxAgeHours': '超过多少小时没有新的备份就告警。',
  'backup.only': '`database` 或 `cluster`：另一部分由您另行备份；为空则两者都备份。',
  'backup.claimName':
    '存放备份的 PersistentVolumeClaim，由您在 release 的命名空间中创建；其存储应在集群丢失后仍然存在。',
  'backup.keySecret': 'Secret，其中键 `key` 用于加密备份；请在其他地方保存一份副本。为空则不加密。',
  'backup.userData': '备份是否包含实例引用的 user data；需要读取整个集群每个 Secret 的权限。',
  'backup.restoreTest': '是否由 CronJob 把最新备份中的数据库恢复到一个临时数据库，检查后清空。',
  'backup.restoreTest.databaseSecret':
    'Secret，其中键 `url` 是该临时数据库的连接串，使用它的所有者角色。为空则不做恢复演练。',
  'backup.restoreTest.schedule': '演练的时间，写法与 CronJob 相同，UTC 时间。',
  'backup.restoreTest.maxAgeHours': '超过多少小时没有通过的演练就告警。',
  'backup.resources': '同 `operator.resources`。',
};
