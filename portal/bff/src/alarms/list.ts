/** Alarms as operators see them. */
import type { Alarm } from '@gpulease/contract/alarms';
import type { AlarmStatus } from '@gpulease/contract/alarm-texts';
import type { Page } from '@gpulease/contract/common';
import type { Query } from '@gpulease/contract/routes';
import { sql, type RawBuilder } from 'kysely';
import type { Database, Row } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';
import { mapPage, selectPage } from '../lists/page.ts';
import { containing } from '../lists/search.ts';

const isIn: Readonly<Record<AlarmStatus, RawBuilder<boolean>>> = {
  OPEN: sql`ended_at IS NULL AND acknowledged_at IS NULL`,
  ACKNOWLEDGED: sql`ended_at IS NULL AND acknowledged_at IS NOT NULL`,
  OVER: sql`ended_at IS NOT NULL`,
};

/** Returns one page of opened alarms, newest first. */
export async function listAlarms(database: Database, query: Query<'listAlarms'>): Promise<Page<Alarm>> {
  let select = database.selectFrom('alarm').selectAll().where('opened_at', 'is not', null);
  if (query.kind) select = select.where('kind', '=', query.kind);
  if (query.status) select = select.where(isIn[query.status]);
  if (query.search) {
    const pattern = containing(query.search);
    select = select.where(
      sql<boolean>`(subject ILIKE ${pattern} OR condition->>'message' ILIKE ${pattern} OR acknowledged_by ILIKE ${pattern})`,
    );
  }
  const page = await selectPage(database, select, query, {
    defaultSort: '-openedAt',
    fields: { openedAt: sql.ref('opened_at') },
    unique: [sql.ref('id')],
  });
  return mapPage(page, toAlarm);
}

/** Records who handles an alarm; the first operator stays. Throws RESOURCE_NOT_FOUND. */
export async function acknowledgeAlarm(
  database: Database,
  id: string,
  { username, now }: { readonly username: string; readonly now: Date },
): Promise<Alarm> {
  const row = await database
    .updateTable('alarm')
    .set({
      acknowledged_by: sql`COALESCE(acknowledged_by, ${username})`,
      acknowledged_at: sql`COALESCE(acknowledged_at, ${now})`,
    })
    .where('id', '=', id)
    .where('opened_at', 'is not', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new ProductError('RESOURCE_NOT_FOUND');
  return toAlarm(row);
}

export function toAlarm(row: Row<'alarm'>): Alarm {
  return {
    id: row.id,
    kind: row.kind,
    status: statusOf(row),
    subject: shownSubject(row.subject),
    parameters: row.parameters,
    condition: row.condition,
    openedAt: (row.opened_at ?? row.first_seen_at).toISOString(),
    acknowledgedBy: row.acknowledged_by,
    acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

function statusOf({ ended_at: ended, acknowledged_at: acknowledged }: Row<'alarm'>): AlarmStatus {
  if (ended !== null) return 'OVER';
  return acknowledged === null ? 'OPEN' : 'ACKNOWLEDGED';
}

/** Returns the name to show; null if the kind has only one subject. Catalogue subjects have their area as prefix, since names repeat. */
export function shownSubject(subject: string): string | null {
  return subject === '' ? null : subject.slice(subject.indexOf('/') + 1);
}
