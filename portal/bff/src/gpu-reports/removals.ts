import { DAY_MS } from '../clock.ts';
import { olderThan } from '../database/removal.ts';

/** How long answered reports can be read; they are the history of a host. */
const ANSWERED_MS = 730 * DAY_MS;

export const gpuReportRemovals = [olderThan('gpu_report', 'answered_at', ANSWERED_MS)];
