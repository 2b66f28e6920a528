/** Operations on a user's own notices. */
import type { MaintenanceAhead, Notice } from '@gpulease/contract/me';
import { formatAmount, formatPrice } from '@gpulease/contract/money';
import { sql } from 'kysely';
import type { noticeOperations } from '@gpulease/contract/operations/notices';
import { mapPage, selectPage } from '../lists/page.ts';
import type { Database, Row } from '../database/schema.ts';
import type { Handlers } from '../http/handler.ts';
import { ProductError } from '../http/product-error.ts';

/** `maintenanceOf` returns the maintenance that a user's machines face. */
export function noticeHandlers(
  database: Database,
  maintenanceOf: (userId: string) => MaintenanceAhead | undefined,
): Handlers<typeof noticeOperations> {
  const unreadOf = (userId: string) =>
    database
      .updateTable('notice')
      .set({ read_at: sql<Date>`billing_clock()` })
      .where('user_id', '=', userId);
  return {
    async listNotices({ query }, { caller }) {
      const all = database.selectFrom('notice').selectAll().where('user_id', '=', caller.id);
      const page = await selectPage(database, all, query, {
        defaultSort: '-createdAt',
        fields: { createdAt: sql.ref('created_at') },
        unique: [sql.ref('id')],
      });
      const maintenance = maintenanceOf(caller.id);
      const unread = await countUnread(database, caller.id);
      return { ...mapPage(page, toNotice), unread, ...(maintenance && { maintenance }) };
    },
    async readNotice({ params: { id } }, { caller }) {
      await unreadOf(caller.id).where('id', '=', BigInt(id)).where('read_at', 'is', null).execute();
      const notice = await database
        .selectFrom('notice')
        .selectAll()
        .where('user_id', '=', caller.id)
        .where('id', '=', BigInt(id))
        .executeTakeFirst();
      if (!notice) throw new ProductError('RESOURCE_NOT_FOUND');
      return toNotice(notice);
    },
    async readNotices(_, { caller }) {
      await unreadOf(caller.id).where('read_at', 'is', null).execute();
    },
  };
}

async function countUnread(database: Database, userId: string): Promise<number> {
  const { unread } = await database
    .selectFrom('notice')
    .select(sql<bigint>`count(*)`.as('unread'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(unread);
}

function toNotice(row: Row<'notice'>): Notice {
  return {
    ...{ id: String(row.id), kind: row.kind, workload: row.workload, apiToken: row.api_token },
    ...{ offer: row.offer, why: row.why, until: row.until?.toISOString() ?? null },
    perHour: row.per_hour === null ? null : formatPrice(row.per_hour),
    amount: row.amount === null ? null : formatAmount(row.amount),
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  };
}
