import { wholeNumbers } from '../whole-numbers.ts';

const defaults = {
  /** All of one customer. */
  machines: 10_000,
  /** Machines on a page; the portal shows at most 100. */
  page: 100,
  /** How many hours back they are measured. */
  hours: 1,
  /** Pages that are read, of each kind; 0 for none. */
  requests: 500,
  /** Lists of all machines that are sorted by a gauge. */
  sorts: 200,
  /** How long the demo is looked at that measures its own machines; 0 for not at all. */
  minutes: 5,
};

/** How much is measured. */
export type MetricsSettings = typeof defaults;

export const readMetricsSettings = (env: NodeJS.ProcessEnv): MetricsSettings => wholeNumbers(env, defaults);
