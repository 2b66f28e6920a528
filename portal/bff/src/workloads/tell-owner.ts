import { withTransaction } from '../database/database.ts';
import type { Database } from '../database/schema.ts';
import { notify } from '../notices/notify.ts';
import type { Found } from './sources.ts';

/** Tells the owner of a machine that an operator has stopped or destroyed it; once, however often it was asked for. */
export async function tellOwner(
  database: Database,
  { userId, workload: { metadata } }: Found,
  kind: 'STOPPED_BY_ADMIN' | 'DESTROYED_BY_ADMIN',
): Promise<void> {
  const { name, uid = name, generation = 0 } = metadata;
  const key = `${kind}/${uid}/${generation}`;
  await withTransaction(database, (transaction) =>
    notify(transaction, { userId, kind, key, subject: `machine/${uid}`, workload: name }),
  );
}
