import { DAY_MS } from '../clock.ts';
import { olderThan } from '../database/removal.ts';

/** Removes programs that were killed before they could delete their rows. */
export const platformRemovals = [olderThan('running_program', 'seen_at', DAY_MS)];
