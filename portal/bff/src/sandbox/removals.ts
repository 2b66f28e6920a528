import { DAY_MS } from '../clock.ts';
import { olderThan } from '../database/removal.ts';

export const sandboxRemovals = [olderThan('sandbox_message', 'created_at', 7 * DAY_MS)];
