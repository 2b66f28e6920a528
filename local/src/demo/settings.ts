import { resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../../..');
const defaultPort = 8080;

/** What can be set by environment for `make demo`. */
export interface Settings {
  repository: string;
  /** All data, logs, kubeconfigs and passwords of one demo. */
  home: string;
  /** The portal's port. */
  port: number;
  /** What a new demo holds: three months of a rental business, or its two accounts and the catalogue alone. */
  data: 'business' | 'none';
}

/** Reads PORT, GPULEASE_HOME and GPULEASE_DEMO_DATA. Throws a sentence for the person who set them. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = Number(env.PORT ?? defaultPort);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`PORT must be a port number, not ${env.PORT}.`);
  }
  const data = env.GPULEASE_DEMO_DATA ?? 'business';
  if (data !== 'business' && data !== 'none') {
    throw new Error(`GPULEASE_DEMO_DATA must be business or none, not ${data}.`);
  }
  return { repository, home: resolve(repository, env.GPULEASE_HOME ?? '.gpulease'), port, data };
}
