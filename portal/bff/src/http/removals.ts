import { olderThan, type Removal } from '../database/removal.ts';
import { KEY_LIFETIME_MS } from './idempotency.ts';

const usedUpLimits: Removal = (database, now) =>
  database.deleteFrom('rate_limit').where('expire', '<', BigInt(now.getTime())).execute();

export const httpRemovals = [olderThan('idempotency_key', 'created_at', KEY_LIFETIME_MS), usedUpLimits];
