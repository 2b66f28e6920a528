import type { WebSocket } from 'ws';

/** Above this many unsent bytes reading is paused; far below it reading resumes. */
const MAX_BUFFERED_BYTES = 256 * 1024;
const RESUME_BYTES = 64 * 1024;

/** Forwards bytes with backpressure. Drops text frames, as KubeVirt does, and frames of a side that is closing. */
export function pipe(from: WebSocket, to: WebSocket, onBytes: () => void = () => undefined): void {
  from.on('message', (data: Buffer, isBinary) => {
    if (!isBinary || from.readyState !== from.OPEN || to.readyState !== to.OPEN) return;
    onBytes();
    to.send(data, { binary: true }, () => {
      if (from.isPaused && to.bufferedAmount < RESUME_BYTES) from.resume();
    });
    if (to.bufferedAmount > MAX_BUFFERED_BYTES) from.pause();
  });
}
