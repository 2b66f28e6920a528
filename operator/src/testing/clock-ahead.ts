/** Loaded before the operator's program: its clock, which is the API server's, is ahead by CLOCK_AHEAD_MS milliseconds. */
import { ServerClock } from '@gpulease/kube';

const aheadMs = Number(process.env.CLOCK_AHEAD_MS);

ServerClock.prototype.now = function () {
  return new Date(Date.now() + this.offset + aheadMs);
};
