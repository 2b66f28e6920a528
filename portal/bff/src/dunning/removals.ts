import { DAY_MS } from '../clock.ts';
import { olderThan } from '../database/removal.ts';

/** Longer than any disk is kept: the notices already sent must be known until its deletion. */
const STEPS_MS = 400 * DAY_MS;

export const dunningRemovals = [olderThan('dunning_step', 'done_at', STEPS_MS)];
