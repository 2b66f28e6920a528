import type { Language, SessionConsole } from '@gpulease/contract/enums';

/** Where the portal has the guide to a console, outside this application. */
export function guidePath(console: SessionConsole, language: Language): string {
  const guide = console === 'admin' ? 'operating/README' : 'user-guide';
  return language === 'zh' ? `/docs/zh/${guide}` : `/docs/${guide}`;
}

/** Where it says what the graphs of machines need. */
export function monitoringGuidePath(language: Language): string {
  return language === 'zh' ? '/docs/zh/install#实例的监控图' : '/docs/install#graphs-of-machines';
}
