import { join } from 'node:path';
import { renderChart } from './helm.ts';

const folder = join(import.meta.dirname, '../rendered');

/** Where what the local cluster runs under is checked in, so that it needs no helm. */
export const localManifest = join(folder, 'local.yaml');

/** The chart's namespaces, accounts, rights and policies, as the local cluster applies them. */
export function renderLocal(): Promise<string> {
  return renderChart([`--values=${join(folder, 'local.values.yaml')}`]);
}
