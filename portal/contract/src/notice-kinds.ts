/** What users are told of the ways in to their account. */
export const accountNoticeKinds = [
  'API_TOKEN_CREATED',
  'PASSWORD_CHANGED',
  'CONTACT_CHANGED',
  'CONTACT_CHANGED_BY_ADMIN',
  'SIGN_ON_LINKED',
  'SIGN_ON_UNLINKED',
  'SECOND_FACTOR_ON',
  'SECOND_FACTOR_OFF',
  'SECOND_FACTOR_REMOVED',
  'RECOVERY_CODES_RENEWED',
  'RECOVERY_CODE_USED',
] as const;
export type AccountNoticeKind = (typeof accountNoticeKinds)[number];

/** What users are told of their machines, money and account. */
export const noticeKinds = [
  'FUNDS_LOW',
  'BALANCE_BELOW',
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
  'SCHEDULED_STOP',
  'IDLE_STOP',
  'MACHINE_FAILED',
  'MACHINE_STARTED',
  'ORDER_SOLD_OUT',
  'ORDERED_BY_ADMIN',
  'STARTED_BY_ADMIN',
  'STOPPED_BY_ADMIN',
  'RESTARTED_BY_ADMIN',
  'DESTROYED_BY_ADMIN',
  ...accountNoticeKinds,
] as const;
export type NoticeKind = (typeof noticeKinds)[number];
