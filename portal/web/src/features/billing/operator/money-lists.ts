/** The answers that a change to a customer's money affects. */
export const moneyLists = [
  'listAllRecharges',
  'listRefunds',
  'listReceivables',
  'listApprovals',
  'listBillings',
  'getBillingTotals',
  'listUsers',
  'getUser',
  'getOverview',
] as const;
