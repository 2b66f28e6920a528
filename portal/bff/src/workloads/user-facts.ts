import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { formatAmounts } from '../ledger/amounts.ts';
import { lowUserIds } from '../metering/turnover.ts';
import type { UserFacts } from '../identity/users.ts';

interface Facts {
  readonly userId: string;
  readonly balance: bigint;
  readonly available: bigint;
  readonly owed: bigint;
  readonly workloads: bigint;
}

/** Returns balance, available amount, debts and number of live workloads, for the list of users. */
export function userFacts(database: Database): UserFacts {
  return {
    async factsOf(userIds) {
      const { rows } = await sql<Facts>`
        SELECT w.user_id AS "userId", w.balance, w.balance - w.held AS available, count(o.id) AS workloads,
          (SELECT COALESCE(sum(amount - collected - written_off), 0)::bigint FROM receivable r
            WHERE r.account_id = w.account_id AND settled_at IS NULL) AS owed
        FROM wallet w LEFT JOIN workload_order o ON o.user_id = w.user_id AND o.state IN ('PLACED', 'ACTIVE')
        WHERE w.user_id = ANY(${userIds}) GROUP BY w.account_id`.execute(database);
      const facts = rows.map(({ userId, workloads, ...money }) => {
        return [userId, { ...formatAmounts(money), workloads: Number(workloads) }] as const;
      });
      return new Map(facts);
    },
    lowOnFunds: lowUserIds,
    sorts: {
      // Operators, who have no wallet, sort before users whose wallet is empty.
      balance: sql`COALESCE((SELECT balance FROM wallet w WHERE w.user_id = user_account.id), -1)`,
      workloads: sql`(SELECT count(*) FROM workload_order o
        WHERE o.user_id = user_account.id AND o.state IN ('PLACED', 'ACTIVE'))`,
    },
  };
}
