/** Preloaded before the operator: sets its clock CLOCK_AHEAD_MS milliseconds ahead of the API server's. */
import { ServerClock } from '@gpulease/kube';

const aheadMs = Number(process.env.CLOCK_AHEAD_MS);

ServerClock.prototype.now = function () {
  return new Date(Date.now() + this.offset + aheadMs);
};
