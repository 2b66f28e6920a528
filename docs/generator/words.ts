/** The words of the pages that are in both languages. */

export type Language = 'en' | 'zh';

export type Hint = Readonly<Record<Language, string>>;

export const words = {
  en: {
    reasons: 'Reasons',
    reasonsIntroduction:
      'The reason is one word that programs compare: `status.reason` of a Workload, and the reason of each condition and Event. Words in capitals, numbers and times in sentences are examples.',
    customersRead: 'Customers read',
    operatorsRead: 'Operators read',
    conditions: 'Conditions',
    conditionColumns: ['condition', 'kind', 'meaning'],
    whatToDo: 'What to do',
    moreIn: 'More in',
    alerts: 'Alerts',
    alertsIntroduction: `Critical alerts are for waking somebody; warnings can wait until the morning. Each has a runbook. The Prometheus Operator gets them
with \`monitoring.prometheusRule\`.`,
    severity: 'Severity',
    alertAfter: [', after ', ''],
    runbook: 'runbook',
    colon: ': ',
    comma: ', ',
    brackets: [' (', ')'],
    errors: 'Errors',
    errorsIntroduction:
      'The REST API answers every failure with a `code`, and where that does not say all, with `details.reason`; the console shows the sentence. The answer’s `requestId` is that of the lines in the portal’s log.',
    errorCodes: 'Codes',
    errorReasons: 'Reasons of errors',
    status: 'Status',
    fromBrowser: 'none: the browser found it',
    operators: 'For operators',
    metrics: 'Metrics',
    metricsIntroduction: `Each program serves its metrics as \`/metrics\` on the port of its health. With \`monitoring.podMonitor\` the Prometheus Operator
scrapes them. A histogram has the series \`_bucket\`, \`_sum\` and \`_count\`.`,
    offeredBy: [', by ', ''],
    operator: 'operator',
    portal: 'portal',
    billing: 'billing',
    migration: 'migration',
    settings: 'Environment',
    settingsIntroduction: `The variables of each program's environment. The chart sets most of them from [its values](values.md), and the Secret of
\`bff.servicesSecret\` has those of external services. \`--settings\` prints what a program goes by, without secrets:`,
    settingColumns: ['variable', 'default', 'meaning'],
    required: 'required',
    secret: ' Secret.',
    labels: 'Labels',
    asRate: 'As a rate',
    ofProcesses: 'Of every process',
    metricColumns: ['metric', 'type', 'meaning'],
    values: 'Values of the chart',
    valuesIntroduction: `What \`helm install --set\` and a file of values can set. Helm refuses what the schema does not allow.
[Install](../install.md) says which of them an installation needs.`,
    valueColumns: ['value', 'default', 'allowed', 'meaning'],
    empty: 'empty',
    notEmpty: 'not empty',
    from: 'from',
    to: 'to',
  },
  zh: {
    reasons: '状态原因',
    reasonsIntroduction:
      '状态原因是供程序比较的一个英文单词，见于 Workload 的 `status.reason`，以及各 condition 和 Event 的 reason。句中的大写单词、数字和时间仅为示例。',
    customersRead: '用户看到',
    operatorsRead: '管理员看到',
    conditions: '状况',
    conditionColumns: ['状况', '种类', '含义'],
    whatToDo: '处理方法',
    moreIn: '另见',
    alerts: '告警',
    alertsIntroduction:
      'critical 应当叫醒值班人员，warning 可以等到早上。每条告警都有故障手册。设置 `monitoring.prometheusRule` 后，由 Prometheus Operator 加载。',
    severity: '级别',
    alertAfter: ['，持续 ', ' 后触发'],
    runbook: '故障手册',
    colon: '：',
    comma: '、',
    brackets: ['（', '）'],
    errors: '错误代码',
    errorsIntroduction:
      'REST API 的每个失败响应都带有 `code`；`code` 不足以说明原因时，另有 `details.reason`。控制台显示对应的句子。响应中的 `requestId` 与门户日志中的相同。',
    errorCodes: '代码',
    errorReasons: '错误原因',
    status: '状态码',
    fromBrowser: '无，由浏览器发现',
    operators: '管理员',
    metrics: '指标',
    metricsIntroduction:
      '各程序在健康检查的端口以 `/metrics` 提供自己的指标；设置 `monitoring.podMonitor` 后，由 Prometheus Operator 采集。histogram 有 `_bucket`、`_sum` 和 `_count` 三种序列。',
    offeredBy: ['，由', '提供'],
    operator: '控制器',
    portal: '门户',
    billing: '计费服务',
    migration: '数据库迁移',
    settings: '环境变量',
    settingsIntroduction:
      '各程序的环境变量。大部分由 chart 按[参数](values.md)填写，外部服务的来自 `bff.servicesSecret` 所指的 Secret。`--settings` 打印程序当前的设置，不含密钥：',
    settingColumns: ['变量', '默认值', '说明'],
    required: '必填',
    secret: '（密钥）',
    labels: '标签',
    asRate: '增长率',
    ofProcesses: '各进程共有',
    metricColumns: ['指标', '类型', '说明（英文）'],
    values: 'Chart 参数',
    valuesIntroduction:
      '可以用 `helm install --set` 或参数文件设置的一切；不符合取值范围的，helm 会拒绝。安装时需要设置哪些，见[安装](../install.md)。',
    valueColumns: ['参数', '默认值', '取值', '说明'],
    empty: '空',
    notEmpty: '不能为空',
    from: '不小于',
    to: '不大于',
  },
} as const satisfies Record<Language, Record<string, string | readonly string[]>>;

export type Words = (typeof words)[Language];
