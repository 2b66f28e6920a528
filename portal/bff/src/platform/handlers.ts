import type { Database } from '../database/schema.ts';
import type { AllHandlers } from '../http/handler.ts';
import { certificateSources, type CertificateEnds } from './certificates.ts';
import { clusterSources, type ClusterSourcesOptions } from './cluster-sources.ts';
import { databaseSources } from './database-sources.ts';
import type { PlatformCheck } from '@gpulease/contract/platform';
import { platformReader, type ReaderOptions } from './sources.ts';

type PlatformReader = () => Promise<PlatformCheck[]>;

export interface PlatformOptions extends ClusterSourcesOptions, ReaderOptions {
  readonly database: Database;
  /** After how many hours the last backup is too old; undefined: no backup is set up. */
  readonly backupMaxAgeHours?: number | undefined;
  readonly certificates?: CertificateEnds;
}

/** A function that looks at all that runs; what does not answer in time is unknown. */
export function createPlatformReader(options: PlatformOptions): PlatformReader {
  const { database, clock, backupMaxAgeHours, certificates = {} } = options;
  const sources = [
    ...databaseSources(database, backupMaxAgeHours),
    ...clusterSources(options),
    ...certificateSources(certificates, clock),
  ];
  return platformReader(sources, options);
}

/** GET /admin/platform: what runs, and what is not as it should be. */
export function platformHandlers(read: PlatformReader): Pick<AllHandlers, 'getPlatform'> {
  return { getPlatform: async () => ({ checks: await read() }) };
}
