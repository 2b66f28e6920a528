import { wholeNumbers } from '../whole-numbers.ts';

const defaults = {
  /** Machines, all of one customer. */
  machines: 10_000,
  /** Machines per page; the portal shows at most 100. */
  page: 100,
  /** Hours of past metrics. */
  hours: 1,
  /** Page reads of each kind; 0 skips them. */
  requests: 500,
  /** Sorts of all machines by a gauge. */
  sorts: 200,
  /** Minutes to measure the demo's own metrics; 0 skips this. */
  minutes: 5,
};

/** Extent of the measurements. */
export type MetricsSettings = typeof defaults;

export const readMetricsSettings = (env: NodeJS.ProcessEnv): MetricsSettings => wholeNumbers(env, defaults);
