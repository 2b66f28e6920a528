import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { chart } from '../helm.ts';

interface Alert {
  alert: string;
  expr: string;
  severity: 'critical' | 'warning';
  summary: string;
}

/** The alerts of the chart. */
export const { alerts } = parse(readFileSync(join(chart, 'files/alerts.yaml'), 'utf8')) as {
  alerts: Alert[];
};
