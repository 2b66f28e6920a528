import type { Database } from '../database/schema.ts';
import type { AllHandlers } from '../http/handler.ts';
import { clusterSources, type ClusterSourcesOptions } from './cluster-sources.ts';
import { databaseSources } from './database-sources.ts';
import { platformReader, type ReaderOptions } from './sources.ts';

export interface PlatformOptions extends ClusterSourcesOptions, ReaderOptions {
  readonly database: Database;
}

/** GET /admin/platform: what runs, and what is not as it should be. */
export function platformHandlers(options: PlatformOptions): Pick<AllHandlers, 'getPlatform'> {
  const sources = [...databaseSources(options.database), ...clusterSources(options)];
  const read = platformReader(sources, options);
  return { getPlatform: async () => ({ checks: await read() }) };
}
