/** The tables as kysely sees them. */
import type { Kysely, Selectable, Transaction as KyselyTransaction } from 'kysely';
import type { DB as Tables } from './tables.ts';

export type { Tables };

export type Database = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;

/** A row of a table as selected. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
