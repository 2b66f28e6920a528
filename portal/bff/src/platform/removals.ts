import { DAY_MS } from '../clock.ts';
import { olderThan } from '../database/removal.ts';

/** Programs that were killed before they could say that they end. */
export const platformRemovals = [olderThan('running_program', 'seen_at', DAY_MS)];
