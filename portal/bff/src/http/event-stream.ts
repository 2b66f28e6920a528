/** Server-Sent Events to one client. */
import type { LiveEvent } from '@gpulease/contract/live';
import type { Response } from 'express';
import type { EventStream } from './handler.ts';

/** A comment now and then keeps proxies from closing an idle stream. */
const HEARTBEAT_MS = 15_000;
/** How soon a client comes back after a broken stream. */
const RETRY_MS = 2_000;
/** A client that is this far behind is cut off; it comes back and loads anew. */
const MAX_BUFFERED_BYTES = 1_000_000;
/** How long an ended session or a disabled user may still see events. */
export const REAUTHORIZE_MS = 5_000;

/** Opens a stream on a response. It stays open while `isAllowed` says so and `stopping` is not aborted. */
export function openEventStream(
  response: Response,
  isAllowed: () => Promise<boolean>,
  stopping: AbortSignal,
): EventStream {
  const closed = new AbortController();
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
  response.write(`retry: ${RETRY_MS}\n\n`);

  const send = (event: LiveEvent) => {
    if (closed.signal.aborted) return;
    if (response.writableLength > MAX_BUFFERED_BYTES) response.destroy();
    else response.write(`data: ${JSON.stringify(event)}\n\n`);
  };
  const heartbeat = setInterval(() => response.write(':\n\n'), HEARTBEAT_MS);
  const reauthorization = setInterval(() => {
    isAllowed().then(
      (allowed) => (allowed ? undefined : response.end()),
      () => response.end(),
    );
  }, REAUTHORIZE_MS);
  const stop = () => response.end();
  stopping.addEventListener('abort', stop);
  response.on('close', () => {
    clearInterval(heartbeat);
    clearInterval(reauthorization);
    stopping.removeEventListener('abort', stop);
    closed.abort();
  });
  send({ type: 'ready' });
  return { send, closed: closed.signal };
}
