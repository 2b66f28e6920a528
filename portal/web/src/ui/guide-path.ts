import type { Language, SessionConsole } from '@gpulease/contract/enums';

/** Where the portal has the guide to a console, outside this application. */
export function guidePath(console: SessionConsole, language: Language): string {
  const guide = console === 'admin' ? 'operating/README' : 'user-guide';
  return language === 'zh' ? `/docs/zh/${guide}` : `/docs/${guide}`;
}
