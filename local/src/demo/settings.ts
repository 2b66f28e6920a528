import { resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../../..');
const defaultPort = 8080;

/** Settings of `make demo`, read from the environment. */
export interface Settings {
  repository: string;
  /** Folder of all data, logs, kubeconfigs and passwords of one demo. */
  home: string;
  /** The portal's port. */
  port: number;
  /** Content of a new demo: three months of a rental business, or only its two accounts and the catalogue. */
  data: 'business' | 'none';
}

/** Reads PORT, GPULEASE_HOME and GPULEASE_DEMO_DATA. Throws an error with a message for the user. */
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
