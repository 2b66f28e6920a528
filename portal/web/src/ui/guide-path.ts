import type { Language, SessionConsole } from '@gpulease/contract/enums';

/** Where the portal has the guide to a console, outside this application. The one for operators is in English only. */
export function guidePath(console: SessionConsole, language: Language): string {
  if (console === 'admin') return '/docs/operating/README';
  return language === 'zh' ? '/docs/zh/user-guide' : '/docs/user-guide';
}
