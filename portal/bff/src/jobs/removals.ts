import { DAY_MS } from '../clock.ts';
import { olderThan } from '../database/removal.ts';

export const outboxRemovals = [olderThan('outbox', 'done_at', 7 * DAY_MS)];
