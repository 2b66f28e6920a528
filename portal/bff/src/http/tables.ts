import type { JSONColumnType } from 'kysely';

export interface HttpTables {
  idempotency_key: IdempotencyKeyTable;
  rate_limit: RateLimitTable;
}

interface IdempotencyKeyTable {
  user_id: string;
  operation: string;
  key: string;
  body_hash: Buffer;
  /** null while the request that owns the key is at work. */
  status: number | null;
  answer: JSONColumnType<object> | null;
  created_at: Date;
}

interface RateLimitTable {
  key: string;
  points: number;
  expire: bigint | null;
}
