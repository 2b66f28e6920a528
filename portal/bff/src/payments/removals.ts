import { DAY_MS } from '../clock.ts';
import type { Removal } from '../database/removal.ts';

/** How long recharges are shown that were never paid; no provider takes money for them any more. */
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
