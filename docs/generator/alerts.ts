/** The page of the alerts. Pure. */
import type { Alert } from '../../charts/src/testing/alerts.ts';
import { list, page, text } from './markdown.ts';

const introduction = `Critical alerts are for waking somebody; warnings can wait until the morning. Each has a runbook. The Prometheus Operator gets them
with \`monitoring.prometheusRule\`.`;

export function alertsPage(alerts: readonly Alert[]): string {
  return page('Alerts', [introduction, ...alerts.flatMap(chapter)]);
}

function chapter({ alert, expr, for: lasting, severity, summary }: Alert): string[] {
  const facts = [`severity: ${severity}, after ${lasting}`, `what to do: [runbook](../runbooks/${alert}.md)`];
  return [`## ${alert}`, text(summary), list(facts), `\`\`\`\n${expr.trim()}\n\`\`\``];
}

/** The links to the runbooks of alerts whose expressions pass. */
export function runbooksWhere(alerts: readonly Alert[], asks: (expr: string) => boolean): string[] {
  return alerts.filter(({ expr }) => asks(expr)).map(({ alert }) => `[${alert}](../runbooks/${alert}.md)`);
}
