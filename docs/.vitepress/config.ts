/** The documentation site, which the portal serves at /docs. `npm run build --workspace @gpulease/docs` builds it. */
import { defineConfig, type DefaultTheme } from 'vitepress';
import { licenses } from './licenses.ts';
import { searchTitles } from './search-titles.ts';
import { strict } from './strict.ts';
import { inPairs } from './words.ts';

const english: DefaultTheme.Config = {
  nav: [
    { text: 'User guide', link: '/user-guide' },
    { text: 'Operator guide', link: '/operating/README' },
  ],
  sidebar: [
    { text: 'Renting', items: [{ text: 'User guide', link: '/user-guide' }] },
    {
      text: 'Installing',
      items: [
        { text: 'Install', link: '/install' },
        { text: 'The cluster', link: '/installing/clusters' },
        { text: 'Storage', link: '/installing/storage' },
        { text: 'TLS', link: '/installing/tls' },
        { text: 'Single sign-on', link: '/installing/keycloak' },
        { text: 'WeChat Pay', link: '/installing/wechat-pay' },
        { text: 'Without the internet', link: '/installing/air-gapped' },
        { text: 'Sizing', link: '/installing/sizing' },
      ],
    },
    {
      text: 'Operating',
      items: [
        { text: 'What do you want to do?', link: '/operating/README' },
        { text: 'Runbooks', link: '/runbooks/README' },
        { text: 'KubeVirt', link: '/kubevirt' },
        { text: 'Versions', link: '/versions' },
      ],
    },
    {
      text: 'The offer',
      items: [
        { text: 'The catalogue', link: '/operating/catalogue' },
        { text: 'From Git', link: '/operating/git' },
        { text: 'Images', link: '/operating/images' },
        { text: 'Nodes and maintenance', link: '/operating/nodes-and-maintenance' },
      ],
    },
    {
      text: 'Customers',
      items: [
        { text: 'Users and administrators', link: '/operating/users' },
        { text: 'Tenants and quotas', link: '/operating/tenants-and-quotas' },
        { text: 'Money', link: '/operating/money' },
      ],
    },
    {
      text: 'Machines',
      items: [
        { text: 'Workloads', link: '/operating/workloads' },
        { text: 'Scheduling', link: '/operating/scheduling' },
        { text: 'Phases and reasons', link: '/operating/phases-and-reasons' },
      ],
    },
    {
      text: 'The platform',
      items: [
        { text: 'Platform, jobs and alarms', link: '/operating/platform-and-alarms' },
        { text: 'Monitoring', link: '/operating/monitoring' },
        { text: 'The books', link: '/operating/books' },
        { text: 'Backup and restore', link: '/operating/backup-and-restore' },
        { text: 'Rights in the cluster', link: '/operating/roles' },
        { text: 'The chart', link: '/operating/chart' },
        { text: 'The local cluster', link: '/operating/local-cluster' },
      ],
    },
    {
      text: 'What customers report',
      items: [
        { text: 'Paid, but not credited', link: '/runbooks/paid-not-credited' },
        { text: 'No SMS arrives', link: '/runbooks/no-sms' },
        { text: 'Nobody can sign in', link: '/runbooks/nobody-can-sign-in' },
        { text: 'A machine is stuck', link: '/runbooks/machine-stuck' },
        { text: 'The portal answers 503', link: '/runbooks/portal-503' },
        { text: 'PostgreSQL is down or full', link: '/runbooks/postgresql' },
        { text: 'A certificate has expired', link: '/runbooks/certificate-expired' },
        { text: 'The schema is older or newer', link: '/runbooks/schema' },
      ],
    },
    {
      text: 'Reference',
      items: [
        { text: 'Reasons', link: '/reference/reasons' },
        { text: 'Errors', link: '/reference/errors' },
        { text: 'Alerts', link: '/reference/alerts' },
        { text: 'Metrics', link: '/reference/metrics' },
        { text: 'Kinds', link: '/reference/kinds' },
        { text: 'Values of the chart', link: '/reference/values' },
        { text: 'Environment', link: '/reference/settings' },
        { text: 'REST API', link: '/reference/api' },
      ],
    },
  ],
};

const chinese: DefaultTheme.Config = {
  nav: [
    { text: '用户指南', link: '/zh/user-guide' },
    { text: '运维指南', link: '/zh/operating/README' },
  ],
  sidebar: [
    { text: '租用', items: [{ text: '用户指南', link: '/zh/user-guide' }] },
    {
      text: '安装',
      items: [
        { text: '安装步骤', link: '/zh/install' },
        { text: '集群', link: '/zh/installing/clusters' },
        { text: '存储', link: '/zh/installing/storage' },
        { text: 'TLS', link: '/zh/installing/tls' },
        { text: '单点登录', link: '/zh/installing/keycloak' },
        { text: '微信支付', link: '/zh/installing/wechat-pay' },
        { text: '离线环境', link: '/zh/installing/air-gapped' },
        { text: '容量规划', link: '/zh/installing/sizing' },
      ],
    },
    {
      text: '运维',
      items: [
        { text: '我想做什么？', link: '/zh/operating/README' },
        { text: '故障手册', link: '/zh/runbooks/README' },
        { text: 'KubeVirt', link: '/zh/kubevirt' },
        { text: '版本', link: '/zh/versions' },
      ],
    },
    {
      text: '供应',
      items: [
        { text: '资源目录', link: '/zh/operating/catalogue' },
        { text: '用 Git 管理', link: '/zh/operating/git' },
        { text: '镜像', link: '/zh/operating/images' },
        { text: '节点与维护', link: '/zh/operating/nodes-and-maintenance' },
      ],
    },
    {
      text: '用户',
      items: [
        { text: '用户与管理员', link: '/zh/operating/users' },
        { text: '租户与配额', link: '/zh/operating/tenants-and-quotas' },
        { text: '资金', link: '/zh/operating/money' },
      ],
    },
    {
      text: '实例',
      items: [
        { text: '实例', link: '/zh/operating/workloads' },
        { text: '调度', link: '/zh/operating/scheduling' },
        { text: '阶段与原因', link: '/zh/operating/phases-and-reasons' },
      ],
    },
    {
      text: '平台',
      items: [
        { text: '平台状态、后台任务与告警', link: '/zh/operating/platform-and-alarms' },
        { text: '监控', link: '/zh/operating/monitoring' },
        { text: '账目', link: '/zh/operating/books' },
        { text: '备份与恢复', link: '/zh/operating/backup-and-restore' },
        { text: '集群权限', link: '/zh/operating/roles' },
        { text: 'Chart', link: '/zh/operating/chart' },
        { text: '本地集群', link: '/zh/operating/local-cluster' },
      ],
    },
    {
      text: '用户报障',
      items: [
        { text: '已付款未到账', link: '/zh/runbooks/paid-not-credited' },
        { text: '收不到短信', link: '/zh/runbooks/no-sms' },
        { text: '所有人都无法登录', link: '/zh/runbooks/nobody-can-sign-in' },
        { text: '实例卡在某个阶段', link: '/zh/runbooks/machine-stuck' },
        { text: '门户返回 503', link: '/zh/runbooks/portal-503' },
        { text: 'PostgreSQL 宕机或写满', link: '/zh/runbooks/postgresql' },
        { text: '证书已过期', link: '/zh/runbooks/certificate-expired' },
        { text: '表结构过旧或过新', link: '/zh/runbooks/schema' },
      ],
    },
    {
      text: '参考',
      items: [
        { text: '状态原因', link: '/zh/reference/reasons' },
        { text: '错误代码', link: '/zh/reference/errors' },
        { text: '告警', link: '/zh/reference/alerts' },
        { text: '指标', link: '/zh/reference/metrics' },
        { text: '资源类型', link: '/zh/reference/kinds' },
        { text: 'Chart 参数', link: '/zh/reference/values' },
        { text: '环境变量', link: '/zh/reference/settings' },
        { text: 'REST API', link: '/zh/reference/api' },
      ],
    },
  ],
  outline: { level: [2, 3], label: '本页内容' },
  docFooter: { prev: '上一页', next: '下一页' },
  darkModeSwitchLabel: '深色模式',
  sidebarMenuLabel: '目录',
  returnToTopLabel: '回到顶部',
  langMenuLabel: '语言',
};

const chineseSearch: DefaultTheme.LocalSearchOptions = {
  translations: {
    button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
    modal: {
      displayDetails: '显示详情',
      resetButtonTitle: '清除',
      backButtonTitle: '返回',
      noResultsText: '没有找到',
      footer: { selectText: '打开', navigateText: '选择', closeText: '关闭' },
    },
  },
};

export default defineConfig({
  // Sequential, for reproducible builds: the search index lists pages in the order in which they were read.
  buildConcurrency: 1,
  title: 'GPULease',
  description: 'How to rent and how to operate',
  base: '/docs/',
  // The portal's icon.
  head: [['link', { rel: 'icon', href: '/favicon.svg' }]],
  // For developers only.
  srcExclude: ['architecture.md', 'specification-coverage.md'],
  cleanUrls: true,
  markdown: { image: { lazyLoading: true } },
  // The portal's content security policy forbids inline scripts.
  metaChunk: true,
  vite: { plugins: [strict(), licenses(), searchTitles()] },
  locales: {
    root: { label: 'English', lang: 'en', themeConfig: english },
    zh: { label: '中文', lang: 'zh-CN', themeConfig: chinese },
  },
  themeConfig: {
    outline: { level: [2, 3] },
    // Switching languages stays on the same page if it exists in both.
    i18nRouting: true,
    search: {
      provider: 'local',
      options: {
        locales: { zh: chineseSearch },
        _render: (source, env, md) => {
          const html = md.render(source, env);
          if (env.relativePath.startsWith('adr/')) return '';
          return env.relativePath.startsWith('zh/') ? inPairs(html) : html;
        },
      },
    },
  },
});
