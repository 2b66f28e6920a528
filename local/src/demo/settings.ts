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
}

/** Reads PORT and GPULEASE_HOME. Throws a sentence for the person who set them. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = Number(env.PORT ?? defaultPort);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`PORT must be a port number, not ${env.PORT}.`);
  }
  return { repository, home: resolve(repository, env.GPULEASE_HOME ?? '.gpulease'), port };
}
