import type { PlatformCheckName } from '@gpulease/contract/platform-checks';
import type { DocsPage } from '../../ui/docs.ts';

/** The documentation pages for failing checks. */
export const platformPages: Readonly<Record<PlatformCheckName, DocsPage>> = {
  PORTAL: 'runbooks/GPULeasePortalDown',
  PORTAL_REPLICAS: 'runbooks/GPULeasePortalDown',
  PORTAL_CERTIFICATE: 'runbooks/GPULeaseCertificateEnds',
  WORKER: 'runbooks/GPULeaseBillingStandsStill',
  WORKER_REPLICAS: 'runbooks/GPULeaseBillingStandsStill',
  OPERATOR: 'runbooks/GPULeaseNoOperatorLeads',
  OPERATOR_REPLICAS: 'runbooks/GPULeaseNoOperatorLeads',
  SWEEP: 'runbooks/GPULeaseBillingStandsStill',
  BOOKS: 'runbooks/GPULeaseBooksNotInOrder',
  JOBS: 'runbooks/GPULeaseJobsFail',
  BACKUP: 'runbooks/GPULeaseBackupTooOld',
  RESTORE_TEST: 'runbooks/GPULeaseRestoreTestTooOld',
  WECHAT_MERCHANT_CERTIFICATE: 'runbooks/GPULeaseCertificateEnds',
  WECHAT_PLATFORM_CERTIFICATE: 'runbooks/GPULeaseCertificateEnds',
  POSTGRESQL: 'runbooks/postgresql',
  SCHEMA: 'runbooks/schema',
  CONNECTIONS: 'runbooks/GPULeaseDatabaseConnectionsExhausted',
  KUBERNETES: 'versions',
  KUBEVIRT: 'kubevirt',
  CDI: 'kubevirt',
};
