/** The queries to refresh after a change to a customer's money. */
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
