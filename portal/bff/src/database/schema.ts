/** The tables as kysely sees them; each area describes its own. */
import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { BillingTables } from '../billing/tables.ts';
import type { HttpTables } from '../http/tables.ts';
import type { IdentityTables } from '../identity/tables.ts';
import type { OutboxTables } from '../outbox/tables.ts';
import type { SandboxTables } from '../sandbox/tables.ts';

export interface Tables extends BillingTables, HttpTables, IdentityTables, OutboxTables, SandboxTables {}

export type Database = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;
