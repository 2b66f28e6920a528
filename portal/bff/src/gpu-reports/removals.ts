import { DAY_MS } from '../clock.ts';
import { olderThan } from '../database/removal.ts';

/** How long answered reports are retained, as the history of a node. */
const ANSWERED_MS = 730 * DAY_MS;

export const gpuReportRemovals = [olderThan('gpu_report', 'answered_at', ANSWERED_MS)];
