import { DAY_MS } from '../clock.ts';
import { olderThan } from '../database/removal.ts';

export const alarmRemovals = [olderThan('alarm', 'ended_at', 90 * DAY_MS)];
