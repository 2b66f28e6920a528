import type { WebSocket } from 'ws';

/** Above this many bytes on their way out, no more are taken in; far below it they are again. */
const MAX_BUFFERED_BYTES = 256 * 1024;
const RESUME_BYTES = 64 * 1024;

/** Passes bytes on, no faster than they are taken; no text frames, as KubeVirt, and none of a side that was told to close. */
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
