import { z } from 'zod';
import { paceOf, type Pace } from './pace.ts';

/** The simulator's settings from the environment. */
export interface Config {
  pace: Pace;
  /** Where the subresource API listens on 127.0.0.1; 0: any free port. */
  subresourcesPort: number;
  logLevel: string;
}

const environment = z.object({
  SIMULATION_PACE: z.coerce.number().nonnegative().default(1),
  SUBRESOURCES_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** Throws with the variable's name when one is not usable. The cluster comes from KUBECONFIG. */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const { data, error } = environment.safeParse(variables);
  if (error !== undefined) throw new Error(z.prettifyError(error));
  return {
    pace: paceOf(data.SIMULATION_PACE),
    subresourcesPort: data.SUBRESOURCES_PORT,
    logLevel: data.LOG_LEVEL,
  };
}
