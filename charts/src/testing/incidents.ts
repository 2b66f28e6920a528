/** For each alert of the chart, the series while all is well and in every incident that it covers. */

/** A moment of a history: minutes since its beginning, and Unix seconds. */
export interface Moment {
  readonly minute: number;
  readonly begin: number;
  readonly now: number;
}

/** Values of series over time. */
export type History = Readonly<Record<string, number | ((moment: Moment) => number)>>;

export interface Incident {
  readonly fine: History;
  readonly broken: readonly History[];
  /** The labels of the alert in each broken history, in order; absent if it has none. */
  readonly labels?: readonly Readonly<Record<string, string>>[];
}

const growing =
  (perMinute: number) =>
  ({ minute }: Moment) =>
    minute * perMinute;
const secondsAgo =
  (seconds: number) =>
  ({ now }: Moment) =>
    now - seconds;
const inDays = (days: number) => secondsAgo(-days * 86_400);
const asItBegan = ({ begin }: Moment) => begin;

const sweep = 'gpulease_billing_last_sweep_timestamp_seconds';
const review = 'gpulease_billing_last_review_timestamp_seconds';
const leader = 'leader_election_master_status{name="gpulease-operator"}';
const answers = (status: number) =>
  `gpulease_http_request_duration_seconds_count{operation="listWorkloads",status="${status}"}`;
const requests = (code: number) =>
  `gpulease_kubernetes_requests_total{resource="workloads",verb="list",code="${code}"}`;
const failedStarts = 'gpulease_workload_failed_starts_total{reason="CrashLoop"}';
const reconcileErrors = 'controller_runtime_reconcile_errors_total{controller="workload"}';
const longest = 'workqueue_longest_running_processor_seconds{name="workload"}';
const portals = ['a', 'b'].map((pod) => `gpulease_live_events_listening{pod="${pod}"}`) as [string, string];
const lastRestoreTest = 'gpulease_restore_test_last_success_timestamp_seconds';
const lastBackup = 'gpulease_backup_last_success_timestamp_seconds';
const helpNeeded = ['NodeLost', 'DiskCopyStuck', 'StopRefused', 'DeletionStuck'];
const restoreTests = { gpulease_restore_test_max_age_seconds: 192 * 3_600 };
const backups = { gpulease_backup_max_age_seconds: 36 * 3_600 };

/** The incident of a series whose value indicates a problem. */
const above = (series: string, fine: number, broken: number): Incident => ({
  fine: { [series]: fine },
  broken: [{ [series]: broken }],
});

export const incidents: Readonly<Record<string, Incident>> = {
  GPULeaseNoOperatorLeads: { fine: { [leader]: 1 }, broken: [{}, { [leader]: 0 }] },
  GPULeasePortalDown: { fine: { [portals[0]]: 1 }, broken: [{}] },
  GPULeaseBillingStandsStill: {
    fine: { [sweep]: secondsAgo(30), [review]: secondsAgo(600) },
    broken: [
      {},
      { [sweep]: asItBegan, [review]: secondsAgo(600) },
      { [sweep]: secondsAgo(30), [review]: asItBegan },
    ],
  },
  GPULeaseForeignCluster: above('gpulease_billing_foreign_cluster', 0, 1),
  GPULeaseOrdersLost: above('gpulease_billing_lost_orders', 0, 20),
  GPULeaseBooksNotInOrder: above('gpulease_billing_invariant_violations', 0, 1),
  GPULeaseBooksUnchecked: {
    fine: { gpulease_billing_last_check_timestamp_seconds: secondsAgo(3_600) },
    broken: [{ gpulease_billing_last_check_timestamp_seconds: asItBegan }],
  },
  GPULeaseJobsStuck: {
    fine: {
      'gpulease_jobs_oldest_seconds{name="CREATE_WORKLOAD"}': 20,
      'gpulease_jobs_oldest_seconds{name="SEND_EMAIL"}': 4_000,
    },
    broken: [
      { 'gpulease_jobs_oldest_seconds{name="CREATE_WORKLOAD"}': 400 },
      { 'gpulease_jobs_oldest_seconds{name="APPLY_TENANT"}': 400 },
    ],
    labels: [{ name: 'CREATE_WORKLOAD' }, { name: 'APPLY_TENANT' }],
  },
  GPULeaseDatabaseConnectionsExhausted: {
    ...above('gpulease_database_connections{state="waiting"}', 0, 3),
    labels: [{ state: 'waiting' }],
  },
  GPULeaseNetworkPoliciesNotEnforced: above('gpulease_network_policies_enforced', 1, 0),
  GPULeaseReconcileErrors: {
    fine: { [reconcileErrors]: growing(1) },
    broken: [{ [reconcileErrors]: growing(12) }],
    labels: [{ controller: 'workload' }],
  },
  GPULeaseWorkHangs: { ...above(longest, 5, 300), labels: [{ name: 'workload' }] },
  GPULeaseForbidden: {
    fine: { [requests(200)]: growing(600), [requests(403)]: growing(0.1) },
    broken: [{ [requests(403)]: growing(1) }],
    labels: [{ resource: 'workloads', verb: 'list' }],
  },
  GPULeaseServerErrors: {
    fine: { [answers(200)]: growing(600), [answers(501)]: growing(60), [answers(500)]: growing(1) },
    broken: [{ [answers(500)]: growing(6) }],
    labels: [{ operation: 'listWorkloads' }],
  },
  GPULeaseLiveEventsDeaf: {
    fine: { [portals[0]]: 1, [portals[1]]: 1 },
    broken: [{ [portals[0]]: 1, [portals[1]]: 0 }],
    labels: [{ pod: 'b' }],
  },
  GPULeaseCodesRunOut: {
    ...above('gpulease_codes_used_ratio{budget="SMS"}', 0.5, 0.9),
    labels: [{ budget: 'SMS' }],
  },
  GPULeaseStartsFail: {
    fine: { [failedStarts]: growing(0.05) },
    broken: [{ [failedStarts]: growing(0.2) }],
    labels: [{ reason: 'CrashLoop' }],
  },
  GPULeaseMachinesNeedHelp: {
    fine: { 'gpulease_workloads{reason="NoCapacity"}': 9, 'gpulease_workloads{reason="NodeLost"}': 0 },
    broken: helpNeeded.map((reason) => ({ [`gpulease_workloads{reason="${reason}"}`]: 1 })),
    labels: helpNeeded.map((reason) => ({ reason })),
  },
  GPULeasePendingLong: {
    fine: {
      'gpulease_workload_oldest_pending_seconds{reason="NoCapacity"}': 90_000,
      'gpulease_workload_oldest_pending_seconds{reason="ImageNotReady"}': 600,
    },
    broken: [{ 'gpulease_workload_oldest_pending_seconds{reason="ImageNotReady"}': 2_000 }],
    labels: [{ reason: 'ImageNotReady' }],
  },
  GPULeaseImagesNotReady: {
    fine: { 'gpulease_images_not_ready{reason="Importing"}': 1 },
    broken: [{ 'gpulease_images_not_ready{reason="ImportFailed"}': 1 }],
    labels: [{ reason: 'ImportFailed' }],
  },
  GPULeaseUnsettledRuns: above('gpulease_billing_unsettled_runs', 0, 3),
  GPULeaseWrittenOff: {
    fine: { gpulease_billing_written_off_fen_total: growing(100) },
    broken: [{ gpulease_billing_written_off_fen_total: growing(200) }],
  },
  GPULeaseJobsFail: {
    fine: {
      'gpulease_jobs{name="SEND_EMAIL",state="FAILING"}': 3,
      'gpulease_jobs{name="APPLY_TENANT",state="FAILING"}': 0,
    },
    broken: [{ 'gpulease_jobs{name="APPLY_TENANT",state="FAILING"}': 1 }],
    labels: [{ name: 'APPLY_TENANT' }],
  },
  GPULeasePaymentsWait: above('gpulease_payments_waiting', 0, 1),
  GPULeaseBackupTooOld: {
    fine: { ...backups, [lastBackup]: secondsAgo(30 * 3_600) },
    broken: [
      { ...backups, [lastBackup]: secondsAgo(40 * 3_600) },
      { ...backups, [lastBackup]: 0 },
    ],
  },
  GPULeaseRestoreTestTooOld: {
    fine: { ...restoreTests, [lastRestoreTest]: secondsAgo(180 * 3_600) },
    broken: [
      { ...restoreTests, [lastRestoreTest]: secondsAgo(193 * 3_600) },
      { ...restoreTests, [lastRestoreTest]: 0 },
    ],
  },
  GPULeaseCertificateEnds: {
    fine: { 'gpulease_certificate_end_timestamp_seconds{certificate="PORTAL_CERTIFICATE"}': inDays(30) },
    broken: [
      { 'gpulease_certificate_end_timestamp_seconds{certificate="PORTAL_CERTIFICATE"}': inDays(20) },
      { 'gpulease_certificate_end_timestamp_seconds{certificate="WECHAT_MERCHANT_CERTIFICATE"}': asItBegan },
    ],
    labels: [{ certificate: 'PORTAL_CERTIFICATE' }, { certificate: 'WECHAT_MERCHANT_CERTIFICATE' }],
  },
  GPULeaseNodePortsRunOut: {
    fine: { 'gpulease_node_ports{state="total"}': 2_767, 'gpulease_node_ports{state="free"}': 500 },
    broken: [{ 'gpulease_node_ports{state="total"}': 2_767, 'gpulease_node_ports{state="free"}': 90 }],
  },
};
