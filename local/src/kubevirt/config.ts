import { logLevel, port, readSettings, type Environment } from '@gpulease/kube/settings';
import { z } from 'zod';
import { paceOf, type Pace } from './pace.ts';

/** The simulator's settings from the environment. */
export interface Config {
  pace: Pace;
  /** Where the subresource API listens on 127.0.0.1; 0: any free port. */
  subresourcesPort: number;
  /** Where the machines' measures are served on 127.0.0.1; undefined: nowhere. */
  metricsPort?: number | undefined;
  logLevel: string;
}

const settings = z.object({
  SIMULATION_PACE: z.coerce.number().nonnegative().default(1),
  SUBRESOURCES_PORT: port.default(0),
  METRICS_PORT: port.optional(),
  LOG_LEVEL: logLevel,
});

/** Throws with the variable's name when one is not usable. The cluster comes from KUBECONFIG. */
export function readConfig(env: Environment): Config {
  const data = readSettings(settings, env);
  return {
    pace: paceOf(data.SIMULATION_PACE),
    subresourcesPort: data.SUBRESOURCES_PORT,
    metricsPort: data.METRICS_PORT,
    logLevel: data.LOG_LEVEL,
  };
}
