import type { PlatformCheck } from '@gpulease/contract/platform';
import type { Database } from '../database/schema.ts';
import type { AllHandlers } from '../http/handler.ts';
import { certificateSources, type CertificateEnds } from './certificates.ts';
import { clusterSources, type ClusterSourcesOptions } from './cluster-sources.ts';
import { databaseSources, type BackupLimits } from './database-sources.ts';
import { platformReader, type ReaderOptions } from './sources.ts';

interface PlatformOptions extends ClusterSourcesOptions, ReaderOptions, BackupLimits {
  readonly database: Database;
  readonly certificates?: CertificateEnds;
}

/** Creates a reader of all platform checks. A source that does not respond in time yields unknown checks. */
export function createPlatformReader(options: PlatformOptions): () => Promise<PlatformCheck[]> {
  const { database, clock, certificates = {} } = options;
  const known = [...databaseSources(database, options), ...clusterSources(options)];
  return platformReader([...known, ...certificateSources(certificates, clock)], options);
}

/** GET /admin/platform: the results of all platform checks. */
export function platformHandlers(read: () => Promise<PlatformCheck[]>): Pick<AllHandlers, 'getPlatform'> {
  return { getPlatform: async () => ({ checks: await read() }) };
}
