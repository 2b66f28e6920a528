import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { chart } from '../helm.ts';

export interface Alert {
  alert: string;
  expr: string;
  /** How long there has to be something before it fires, for example `5m`. */
  for: string;
  severity: 'critical' | 'warning';
  summary: string;
}

/** The alerts of the chart. */
export const { alerts } = parse(readFileSync(join(chart, 'files/alerts.yaml'), 'utf8')) as {
  alerts: Alert[];
};
