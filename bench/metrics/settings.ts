/** How much is measured; each can be set by an environment variable of the name in capitals. */
export interface MetricsSettings {
  /** All of one customer. */
  machines: number;
  /** Machines on a page; the portal shows at most 100. */
  page: number;
  /** How far back they are measured. */
  hours: number;
  /** Pages that are read, of each kind; 0 for none. */
  requests: number;
  /** Lists of all machines that are sorted by a gauge. */
  sorts: number;
  /** How long the demo is looked at that measures its own machines; 0 for not at all. */
  minutes: number;
}

const defaults = { MACHINES: 10_000, PAGE: 100, HOURS: 1, REQUESTS: 500, SORTS: 200, MINUTES: 5 };

/** Throws with the variable's name when one is not a number. */
export function readMetricsSettings(env: NodeJS.ProcessEnv): MetricsSettings {
  const read = (name: keyof typeof defaults): number => {
    const value = Number(env[name] ?? defaults[name]);
    if (!Number.isInteger(value) || value < 0) throw new Error(`${name} must be a number, not ${env[name]}.`);
    return value;
  };
  return {
    machines: read('MACHINES'),
    page: read('PAGE'),
    hours: read('HOURS'),
    requests: read('REQUESTS'),
    sorts: read('SORTS'),
    minutes: read('MINUTES'),
  };
}
