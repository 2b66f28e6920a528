/** Checks of the platform itself: their names, possible findings and normal values. */

export const platformCheckNames = [
  'PORTAL',
  'PORTAL_REPLICAS',
  'PORTAL_CERTIFICATE',
  'WORKER',
  'WORKER_REPLICAS',
  'OPERATOR',
  'OPERATOR_REPLICAS',
  'SWEEP',
  'BOOKS',
  'JOBS',
  'BACKUP',
  'RESTORE_TEST',
  'WECHAT_MERCHANT_CERTIFICATE',
  'WECHAT_PLATFORM_CERTIFICATE',
  'POSTGRESQL',
  'SCHEMA',
  'CONNECTIONS',
  'KUBERNETES',
  'KUBEVIRT',
  'CDI',
] as const;
export type PlatformCheckName = (typeof platformCheckNames)[number];
export type CertificateCheckName = Extract<PlatformCheckName, `${string}_CERTIFICATE`>;

/** LOOK: needs attention. UNKNOWN: the source did not provide the information. */
export const platformStatuses = ['OK', 'LOOK', 'UNKNOWN'] as const;
export type PlatformStatus = (typeof platformStatuses)[number];

/** Findings, each with its status. */
export const platformFindings = {
  RUNNING: 'OK',
  OTHER_VERSIONS: 'LOOK',
  NOT_RUNNING: 'LOOK',
  LEADS: 'OK',
  LEADS_WITH_OTHER_VERSION: 'LOOK',
  NO_LEADER: 'LOOK',
  LEADER_SILENT: 'LOOK',
  REPLICAS_READY: 'OK',
  REPLICAS_MISSING: 'LOOK',
  /** The program runs outside the cluster. */
  NO_DEPLOYMENT: 'OK',
  SWEPT: 'OK',
  SWEEP_LATE: 'LOOK',
  BOOKS_IN_ORDER: 'OK',
  BOOKS_NOT_IN_ORDER: 'LOOK',
  CHECK_LATE: 'LOOK',
  NEVER_DONE: 'LOOK',
  JOBS_WAIT: 'OK',
  JOBS_LATE: 'LOOK',
  JOBS_FAIL: 'LOOK',
  BACKED_UP: 'OK',
  BACKUP_TOO_OLD: 'LOOK',
  /** PostgreSQL may have its own backup, unknown to GPULease. */
  NO_BACKUP_SET_UP: 'OK',
  RESTORED: 'OK',
  RESTORE_TEST_TOO_OLD: 'LOOK',
  NO_RESTORE_TEST_SET_UP: 'OK',
  VERSION: 'OK',
  TOO_OLD: 'LOOK',
  NOT_DEPLOYED: 'LOOK',
  NOT_INSTALLED: 'LOOK',
  SCHEMA_CURRENT: 'OK',
  SCHEMA_OLDER: 'LOOK',
  SCHEMA_NEWER: 'LOOK',
  CONNECTIONS_FREE: 'OK',
  CONNECTIONS_SCARCE: 'LOOK',
  CERTIFICATE_VALID: 'OK',
  CERTIFICATE_ENDS: 'LOOK',
  CERTIFICATE_ENDED: 'LOOK',
  CERTIFICATE_UNKNOWN: 'UNKNOWN',
  DATABASE_SILENT: 'UNKNOWN',
  DATABASE_FAILED: 'UNKNOWN',
  CLUSTER_SILENT: 'UNKNOWN',
  CLUSTER_FORBIDS: 'UNKNOWN',
  CLUSTER_FAILED: 'UNKNOWN',
} as const satisfies Readonly<Record<string, PlatformStatus>>;
export type PlatformFinding = keyof typeof platformFindings;

/** Normal values. The limits are those of the alerts. */
export const platformNormal = {
  /** Oldest supported version of each. */
  oldest: { KUBERNETES: '1.32', KUBEVIRT: '1.9', POSTGRESQL: '15' },
  sweepMinutes: 5,
  checkHours: 2,
  jobMinutes: 5,
  /** Percentage of PostgreSQL's connections, without those reserved for superusers. */
  connectionsPercent: 80,
  /** Days before its expiry when a certificate should be renewed. */
  certificateDays: 21,
} as const;
