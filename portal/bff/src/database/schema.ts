/** The tables as kysely sees them; each area describes its own. */
import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { DunningTables } from '../dunning/tables.ts';
import type { HttpTables } from '../http/tables.ts';
import type { IdentityTables } from '../identity/tables.ts';
import type { LedgerTables } from '../ledger/tables.ts';
import type { MeteringTables } from '../metering/tables.ts';
import type { NoticeTables } from '../notices/tables.ts';
import type { OrderTables } from '../orders/tables.ts';
import type { OutboxTables } from '../outbox/tables.ts';
import type { PaymentTables } from '../payments/tables.ts';
import type { SandboxTables } from '../sandbox/tables.ts';
import type { ConsoleTables } from '../workloads/console/tables.ts';

export interface Tables
  extends
    ConsoleTables,
    DunningTables,
    HttpTables,
    IdentityTables,
    LedgerTables,
    MeteringTables,
    NoticeTables,
    OrderTables,
    OutboxTables,
    PaymentTables,
    SandboxTables {}

export type Database = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;
