/** Builds the alerts page. Pure. */
import type { Alert } from '../../charts/src/testing/alerts.ts';
import { list, page, text } from './markdown.ts';
import type { Runbook } from './runbooks.ts';
import { words, type Language } from './words.ts';

/** The alerts, and the Chinese runbooks, from which the Chinese page takes their meanings. */
interface AlertSources {
  readonly alerts: readonly Alert[];
  readonly chinese: readonly Runbook[];
}

export function alertsPage(language: Language, { alerts, chinese }: AlertSources): string {
  const own = words[language];
  const [after, fires] = own.alertAfter;
  const chapters = alerts.flatMap(({ alert, expr, for: lasting, severity, summary }) => [
    `## ${alert}`,
    language === 'en' ? text(summary) : meaningIn(chinese, alert),
    list([
      `${own.severity}${own.colon}${severity}${after}${lasting}${fires}`,
      `${own.whatToDo}${own.colon}[${own.runbook}](../runbooks/${alert}.md)`,
    ]),
    `\`\`\`\n${expr.trim()}\n\`\`\``,
  ]);
  return page(own.alerts, [own.alertsIntroduction, ...chapters]);
}

function meaningIn(runbooks: readonly Runbook[], alert: string): string {
  const { text: runbook = '' } = runbooks.find(({ page: name }) => name === alert) ?? {};
  return /(?<=^## 含义\n\n)[^]+?(?=\n\n## )/m.exec(runbook)?.[0] ?? '';
}

/** Returns links to the runbooks of alerts whose expressions match. */
export function runbooksWhere(alerts: readonly Alert[], asks: (expr: string) => boolean): string[] {
  return alerts.filter(({ expr }) => asks(expr)).map(({ alert }) => `[${alert}](../runbooks/${alert}.md)`);
}
