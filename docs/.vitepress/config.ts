/** The site of the documents, which the portal serves at /docs. `npm run build --workspace @gpulease/docs` builds it. */
import { defineConfig, type DefaultTheme } from 'vitepress';
import { licenses } from './licenses.ts';
import { searchTitles } from './search-titles.ts';
import { inPairs } from './words.ts';

const english: DefaultTheme.Config = {
  nav: [
    { text: 'User guide', link: '/user-guide' },
    { text: 'Operator guide', link: '/operator-guide' },
  ],
  sidebar: [
    { text: 'Renting', items: [{ text: 'User guide', link: '/user-guide' }] },
    {
      text: 'Operating',
      items: [
        { text: 'Install', link: '/install' },
        { text: 'Operator guide', link: '/operator-guide' },
        { text: 'KubeVirt', link: '/kubevirt' },
        { text: 'Runbooks', link: '/runbooks/README' },
        { text: 'Versions', link: '/versions' },
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
    { text: '运维指南（英文）', link: '/operator-guide' },
  ],
  sidebar: [
    { text: '租用', items: [{ text: '用户指南', link: '/zh/user-guide' }] },
    {
      text: '参考',
      items: [
        { text: '状态原因', link: '/zh/reference/reasons' },
        { text: '错误代码', link: '/zh/reference/errors' },
        { text: '告警（英文）', link: '/reference/alerts' },
        { text: '指标（英文）', link: '/reference/metrics' },
        { text: '资源类型（英文）', link: '/reference/kinds' },
        { text: 'Chart 参数（英文）', link: '/reference/values' },
        { text: '环境变量（英文）', link: '/reference/settings' },
        { text: 'REST API（英文）', link: '/reference/api' },
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
  title: 'GPULease',
  description: 'How to rent and how to operate',
  base: '/docs/',
  // The portal's.
  head: [['link', { rel: 'icon', href: '/favicon.svg' }]],
  // Only developers read these.
  srcExclude: ['architecture.md', 'specification-coverage.md'],
  cleanUrls: true,
  // The portal's policy allows no scripts within pages.
  metaChunk: true,
  vite: { plugins: [licenses(), searchTitles()] },
  locales: {
    root: { label: 'English', lang: 'en', themeConfig: english },
    zh: { label: '中文', lang: 'zh-CN', themeConfig: chinese },
  },
  themeConfig: {
    outline: { level: [2, 3] },
    // Switching the language leads to the same page where there is one in both.
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
