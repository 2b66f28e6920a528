import type { PlatformState } from '../alarms/observe.ts';

/** A platform without problems. */
export const healthyState: PlatformState = {
  nodes: [],
  lacking: [],
  notReady: [],
  failed: 0,
  failedChecks: [],
  gpuReports: 0,
  queue: { total: 0, oldest: undefined },
  openPayments: { quarantined: 0, pendingRefunds: 0, receivables: 0, differingDays: 0, approvals: 0 },
  checks: [],
};
