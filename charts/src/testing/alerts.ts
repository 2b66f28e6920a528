import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { chart } from '../helm.ts';

export interface Alert {
  alert: string;
  expr: string;
  /** How long the expression must match before the alert fires, such as `5m`. */
  for: string;
  severity: 'critical' | 'warning';
  summary: string;
}

export const { alerts } = parse(readFileSync(join(chart, 'files/alerts.yaml'), 'utf8')) as {
  alerts: Alert[];
};
