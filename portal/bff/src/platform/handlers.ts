import type { Database } from '../database/schema.ts';
import type { AllHandlers } from '../http/handler.ts';
import { certificateSources, type CertificateEnds } from './certificates.ts';
import { clusterSources, type ClusterSourcesOptions } from './cluster-sources.ts';
import { databaseSources, type BackupLimits } from './database-sources.ts';
import type { PlatformCheck } from '@gpulease/contract/platform';
import { platformReader, type ReaderOptions } from './sources.ts';

type PlatformReader = () => Promise<PlatformCheck[]>;

export interface PlatformOptions extends ClusterSourcesOptions, ReaderOptions, BackupLimits {
  readonly database: Database;
  readonly certificates?: CertificateEnds;
}

/** A function that looks at all that runs; what does not answer in time is unknown. */
export function createPlatformReader(options: PlatformOptions): PlatformReader {
  const { database, clock, certificates = {} } = options;
  const sources = [
    ...databaseSources(database, options),
    ...clusterSources(options),
    ...certificateSources(certificates, clock),
  ];
  return platformReader(sources, options);
}

/** GET /admin/platform: what runs, and what is not as it should be. */
export function platformHandlers(read: PlatformReader): Pick<AllHandlers, 'getPlatform'> {
  return { getPlatform: async () => ({ checks: await read() }) };
}
