/** Notifies owners of machines that their hourly limit kept from starting automatically. */
import { parseAmount, parsePrice } from '@gpulease/contract/money';
import { withTransaction } from '../database/database.ts';
import type { Database } from '../database/schema.ts';
import type { ProductError } from '../http/product-error.ts';
import { notify } from '../notices/notify.ts';
import type { OrderInBooks } from '../orders/order-facts.ts';

/**
 * Notifies once per stop, which `since` identifies, and amount of the limit. A daily or monthly limit has its own notice, which
 * states that nothing starts.
 */
export async function notifyNotStartedAtLimit(
  database: Database,
  { id, userId, name }: Pick<OrderInBooks, 'id' | 'userId' | 'name'>,
  { details }: ProductError,
  since: string,
): Promise<void> {
  const { spending } = details ?? {};
  if (spending?.of !== 'HOUR') return;
  const { used, asked, limit } = spending;
  const kind = 'NOT_STARTED_AT_LIMIT';
  await withTransaction(database, (transaction) =>
    notify(transaction, {
      ...{ userId, kind, key: `${kind}/${id}/${limit}/${since}`, subject: id, workload: name },
      ...{ perHour: parsePrice(used) + parsePrice(asked), amount: parseAmount(limit) },
    }),
  );
}
