import type { Generated, JSONColumnType } from 'kysely';

export interface OutboxTables {
  outbox: OutboxTable;
}

interface OutboxTable {
  id: Generated<bigint>;
  topic: string;
  key: string;
  payload: JSONColumnType<object>;
  attempts: Generated<number>;
  last_error: string | null;
  created_at: Generated<Date>;
  next_attempt_at: Generated<Date>;
  done_at: Date | null;
}
