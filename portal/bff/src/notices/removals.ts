import { DAY_MS } from '../clock.ts';
import { olderThan } from '../database/removal.ts';

/** How long notices are retained. */
const NOTICES_MS = 180 * DAY_MS;

export const noticeRemovals = [olderThan('notice', 'created_at', NOTICES_MS)];
