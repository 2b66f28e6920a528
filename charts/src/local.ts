import { join } from 'node:path';
import { renderChart } from './helm.ts';

const folder = join(import.meta.dirname, '../rendered');

/** The checked-in manifest of the local cluster, so that it does not need helm. */
export const localManifest = join(folder, 'local.yaml');

/** Renders the chart's namespaces, accounts, permissions and policies for the local cluster. */
export function renderLocal(): Promise<string> {
  return renderChart([`--values=${join(folder, 'local.values.yaml')}`]);
}
