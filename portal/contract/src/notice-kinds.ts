/** What users are told of their machines, money and account. */
export const noticeKinds = [
  'FUNDS_LOW',
  'STOPPED_FOR_FUNDS',
  'UNFUNDED_DISK',
  'STOPPED_DISK',
  'ENDED_DISK',
  'DISK_DELETED',
  'TERM_ENDING',
  'RESTARTED',
  'BACK_IN_STOCK',
  'REFUND_OWED',
  'MAINTENANCE',
  'SPOT_INTERRUPTED',
  'STOP_WITHDRAWN',
  'MACHINE_FAILED',
  'MACHINE_STARTED',
  'STARTED_BY_ADMIN',
  'STOPPED_BY_ADMIN',
  'RESTARTED_BY_ADMIN',
  'DESTROYED_BY_ADMIN',
  'API_TOKEN_CREATED',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];
