/** Metric name → its help text in Chinese. A test checks that all metrics of the product are here. */
export const metricsInChinese: Readonly<Record<string, string>> = {
  gpulease_backup_last_success_timestamp_seconds: '最近一个通过回读校验的备份开始的时间；0：还没有备份',
  gpulease_backup_max_age_seconds: '最近一个备份超过多久就算太旧',
  gpulease_restore_test_last_success_timestamp_seconds:
    '最近一次把备份恢复到临时数据库并通过检查的时间；0：还没有演练',
  gpulease_restore_test_max_age_seconds: '最近一次恢复演练超过多久就算太旧',
  gpulease_certificate_end_timestamp_seconds:
    '证书到期的时间：浏览器得到的门户证书、微信支付商户证书，以及最新的微信支付平台证书',
  gpulease_billing_charged_fen_total: '结算从钱包扣除的金额，单位为分。有实例运行时应当增长',
  gpulease_billing_foreign_cluster: '1：计费服务连接的不是订单所在的集群，因此什么也不做',
  gpulease_billing_invariant_violations: '账目中违反规则的行数，计费服务启动时和每小时检查；不为 0 就是有误',
  gpulease_billing_last_check_timestamp_seconds:
    '最近一次账目检查的时间；0：还没有检查过。超过一小时，就没有人知道账目是否无误',
  gpulease_billing_last_review_timestamp_seconds:
    '计费服务最近一次检查完所有到期钱包的时间；0：还没有。超过几分钟，通知和自动启动就会延迟',
  gpulease_billing_last_sweep_timestamp_seconds:
    '计费服务最近一次完成结算扫描的时间；0：还没有。超过一分钟，说明计费服务没有工作',
  gpulease_billing_lost_orders: 'Workload 已不存在、但因数量太多而没有自动关闭的订单数',
  gpulease_billing_unsettled_runs: '已经结束或已过整点、但还没有扣费的运行数；不应长时间不为 0',
  gpulease_billing_written_off_fen_total:
    '没有冻结金额和余额可扣而核销的金额，单位为分；增长说明实例的运行超出了余额',
  gpulease_build_info: '恒为 1；标签是 GPULease 和 Node.js 的版本',
  gpulease_codes_used_ratio:
    '一天内已发送的验证码占可发送数量的比例，按额度；接近 1 时，即将无法注册或重置密码',
  gpulease_database_connections:
    'PostgreSQL 的连接数，按状态；waiting：等待连接的请求数，说明连接池太小，或 PostgreSQL 太慢',
  gpulease_gpus: 'GPU 数，按地域、型号和状态：total（总数）、allocated（已分配）、free（空闲）',
  gpulease_http_request_duration_seconds: '请求的响应时间，按接口和状态码',
  gpulease_images_not_ready: '不能用来启动实例的镜像数，按原因',
  gpulease_jobs: '后台任务数，按名称和状态；FAILING：最近一次尝试失败；GIVEN_UP：不再尝试',
  gpulease_jobs_oldest_seconds: '最早的后台任务已等待多少秒',
  gpulease_kubernetes_requests_total:
    '对 Kubernetes API 的请求数，按动词、资源和状态码；0：没有应答；403：缺少权限',
  gpulease_live_events_listening: '1：能收到数据库的变更通知，并由实时更新告知打开的页面；0：收不到',
  gpulease_machine_gpus: '每台运行中实例的 GPU 数，没有 GPU 的为 0、型号为空；用于按名称关联实例的监控数据',
  gpulease_network_policies_enforced: '1：集群执行网络策略；0：不执行，不同租户的实例可以互相访问',
  gpulease_node_ports:
    '集群的节点端口数，按状态；allocated：已被实例占用；没有空闲的端口，新的实例就无法访问',
  gpulease_orders_rejected: '最近一小时内被拒绝的订单数，按原因',
  gpulease_payments_waiting:
    '等待管理员处理的：实付与应付金额不一致的充值，支付平台没有付出的退款，以及待另一位管理员审批的申请',
  gpulease_workload_failed_starts_total: '以 Failed 或 Pending 告终的启动次数，按原因',
  gpulease_workload_oldest_pending_seconds: '等待最久的 Pending 实例已等待多少秒，按原因',
  gpulease_workload_start_duration_seconds: '从 Starting 到 Running 的秒数',
  gpulease_workloads: '实例数，按阶段和原因',
  controller_runtime_active_workers: '每个 controller 正在处理的对象数',
  controller_runtime_max_concurrent_reconciles: '每个 controller 最多同时处理的对象数',
  controller_runtime_reconcile_errors_total: '每个 controller 失败的次数；持续增长说明有对象一直失败',
  controller_runtime_reconcile_time_seconds: '每次处理的秒数',
  controller_runtime_reconcile_total: '处理次数，按 controller 和结果',
  leader_election_master_status: '该进程是否持有 Lease：有且只有一个为 1；全都不是，则没有任何对象被处理',
  rest_client_request_duration_seconds: 'Kubernetes API 应答的秒数；watch 为到开始为止',
  rest_client_requests_total:
    "对 Kubernetes API 的请求数，按状态码、方法和主机；'<error>'：没有应答；403：缺少权限",
  workqueue_adds_total: '加入队列的次数',
  workqueue_depth: '队列中等待处理的对象数；队列不应越来越长',
  workqueue_longest_running_processor_seconds: '进行中的处理里，最久的一个已持续多少秒',
  workqueue_queue_duration_seconds: '对象在队列中等待的秒数',
  workqueue_retries_total: '失败后重新加入队列的次数',
  workqueue_unfinished_work_seconds: '所有进行中的处理的总秒数；很大说明有处理卡住',
  workqueue_work_duration_seconds: '处理一个对象的秒数',
};
