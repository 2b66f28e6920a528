import { DAY_MS } from '../clock.ts';
import type { Removal } from '../database/removal.ts';

/** How long unpaid recharges are shown; no provider accepts money for them by then. */
const UNPAID_MS = 180 * DAY_MS;

const unpaidRecharges: Removal = (database, now) =>
  database
    .deleteFrom('recharge')
    .where('status', '=', 'CLOSED')
    .where('paid_at', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - UNPAID_MS))
    .where('id', 'not in', database.selectFrom('refund').select('recharge_id'))
    .execute();

export const paymentRemovals = [unpaidRecharges];
