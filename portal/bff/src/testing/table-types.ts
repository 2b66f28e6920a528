/** Generates the types of the tables from a database with all migrations. */
import { sql } from 'kysely';
import { generate, getDialect, type DatabaseMetadata } from 'kysely-codegen';
import { format, resolveConfig } from 'prettier';
import type { Database } from '../database/schema.ts';

export const tablesFile = new URL('../database/tables.ts', import.meta.url);

/** Columns whose types PostgreSQL cannot tell: words without a CHECK, JSON, and computed columns. */
const columns = {
  'alarm.condition': "JSONColumnType<NonNullable<Alarm['condition']>> | null",
  'alarm.kind': 'AlarmKind',
  'alarm.parameters': 'JSONColumnType<Readonly<Record<string, string | number>>>',
  'audit_entry.details': 'JSONColumnType<object>',
  'billing_record.kind': "LedgerTransaction['kind']",
  'billing_record.type': 'Generated<BillingType>',
  'console_session.kind': 'ConsoleKind',
  'console_ticket.kind': 'ConsoleKind',
  'hold.unit': 'PricingUnit | null',
  'idempotency_key.answer': 'JSONColumnType<object> | null',
  // PostgreSQL reports every column of a view as nullable.
  'job.attempts': 'number',
  'job.id': 'string',
  'job.name': 'JobName',
  'job.next_attempt_at': 'Date | null',
  'job.waiting': 'string',
  'notice.kind': 'NoticeKind',
  'notice.offer': 'StockOffer | null',
  'one_time_code.purpose': "SmsPurpose | 'CHANGE_EMAIL' | 'RESET_PASSWORD_BY_EMAIL'",
  'outbox.payload': 'JSONColumnType<object>',
  'payment_reconciliation.day': 'string',
  'payment_reconciliation.differences': 'JSONColumnType<Difference[]>',
  'payment_reconciliation.method': "Recharge['method']",
  'pending_sign_in.action': 'AuditAction',
  'refund.method': "Recharge['method']",
  'usage_rating.unit': 'PricingUnit',
  'usage_segment.charged_hour': 'GeneratedAlways<bigint>',
  'usage_segment.is_settled': 'GeneratedAlways<boolean>',
  'usage_segment.unit': 'PricingUnit',
  'wallet_sum.kind': "LedgerTransaction['kind']",
  'workload_archive.object': 'JSONColumnType<object>',
  'workload_order.spec': 'JSONColumnType<object>',
  'workload_order.unit': 'PricingUnit',
};

const customImports = {
  Alarm: '@gpulease/contract/alarms',
  AlarmKind: '@gpulease/contract/alarm-texts',
  AuditAction: '@gpulease/contract/enums',
  BillingType: '@gpulease/contract/enums',
  ConsoleKind: '@gpulease/contract/enums',
  Difference: './json.ts',
  GeneratedAlways: 'kysely',
  JobName: '@gpulease/contract/enums',
  NoticeKind: '@gpulease/contract/notice-kinds',
  PricingUnit: '@gpulease/contract/enums',
  SmsPurpose: '@gpulease/contract/enums',
  StockOffer: './json.ts',
};

/** Returns the text of `database/tables.ts`. */
export async function tableTypes(database: Database): Promise<string> {
  const text = await generate({
    db: database,
    dialect: getDialect('postgres'),
    outFile: null,
    // Only tests set the clock.
    excludePattern: 'billing_clock_advance',
    customImports,
    overrides: { columns },
    postprocess: ({ metadata }) => withChecks(database, metadata),
    typeMapping: { int8: 'bigint', timestamptz: 'Date' },
  });
  return format(text, { ...(await resolveConfig(tablesFile)), parser: 'typescript' });
}

interface Check {
  readonly table: string;
  readonly column: string;
  readonly condition: string;
}

/** Types a column by the words that its CHECK allows: the library knows only enumerated types. */
async function withChecks(database: Database, metadata: DatabaseMetadata): Promise<DatabaseMetadata> {
  const { rows } = await sql<Check>`
    SELECT c.conrelid::regclass::text AS "table", a.attname AS "column", pg_get_constraintdef(c.oid) AS condition
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND c.conkey = ARRAY[a.attnum]
    WHERE c.contype = 'c' AND pg_get_constraintdef(c.oid) LIKE '%= ANY (ARRAY[%'`.execute(database);
  for (const { table, column, condition } of rows) {
    const { columns = [] } = metadata.tables.find(({ name }) => name === table) ?? {};
    const checked = columns.find(({ name }) => name === column);
    if (checked)
      checked.enumValues = [...condition.matchAll(/'([^']*)'::text/g)].map(([, word]) => word ?? '');
  }
  return metadata;
}
