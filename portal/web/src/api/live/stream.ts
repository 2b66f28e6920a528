/** Server-Sent Events for visible pages. Hidden pages hold no connection: browsers allow six per HTTP/1.1 origin. */
import type { OperationId } from '@gpulease/contract/endpoints';
import { pathOf } from '@gpulease/contract/endpoints';
import type { LiveEvent } from '@gpulease/contract/live';

export type StreamOperation = Extract<OperationId, 'streamEvents' | 'streamAdminEvents'>;

export interface Listener {
  readonly onEvent: (event: LiveEvent) => void;
  readonly onConnection: (connected: boolean) => void;
}

type Timer = ReturnType<typeof setTimeout> | undefined;

const RETRY_FIRST_MS = 1_000;
const RETRY_MOST_MS = 30_000;
/** A stream silent for this long is dead even if the connection looks open: the server pings more often. */
const SILENCE_MS = 45_000;
/** A page that was not suspended has received a ping within this time. */
const PING_MISSED_MS = 20_000;
/** A tab hidden for less than this keeps its connection. */
const HIDDEN_MS = 10_000;

const isHidden = () => document.visibilityState === 'hidden';

/** Listens while the page is visible, until the returned function is called. */
export function listen(operation: StreamOperation, { onEvent, onConnection }: Listener): () => void {
  let source: EventSource | undefined;
  let heardAt = 0;
  let wait = RETRY_FIRST_MS;
  let [silence, retry, leaving]: Timer[] = [];
  const close = () => {
    clearTimeout(silence);
    clearTimeout(retry);
    source?.close();
    source = undefined;
  };
  const reopen = () => {
    close();
    onConnection(false);
    retry = setTimeout(open, wait);
    wait = Math.min(wait * 2, RETRY_MOST_MS);
  };
  const heard = () => {
    heardAt = Date.now();
    clearTimeout(silence);
    silence = setTimeout(reopen, SILENCE_MS);
  };
  function open() {
    close();
    heard();
    const opened = (source = new EventSource(pathOf(operation)));
    opened.addEventListener('ping', () => {
      heard();
      onConnection(true);
    });
    opened.onmessage = ({ data }: MessageEvent<string>) => {
      heard();
      wait = RETRY_FIRST_MS;
      onConnection(true);
      onEvent(JSON.parse(data) as LiveEvent);
    };
    opened.onerror = () => {
      if (opened !== source) return;
      // The browser retries a broken stream, but not a refused one.
      if (opened.readyState === EventSource.CLOSED) reopen();
      else onConnection(false);
    };
  }
  const renew = () => {
    if (isHidden()) return;
    wait = RETRY_FIRST_MS;
    open();
  };
  /** The page may have been suspended, with no timers running. */
  const look = () => {
    clearTimeout(leaving);
    if (isHidden()) leaving = setTimeout(close, HIDDEN_MS);
    else if (!source || Date.now() - heardAt > PING_MISSED_MS) renew();
  };
  window.addEventListener('online', renew);
  for (const type of ['resume', 'visibilitychange']) document.addEventListener(type, look);
  look();
  return () => {
    window.removeEventListener('online', renew);
    for (const type of ['resume', 'visibilitychange']) document.removeEventListener(type, look);
    clearTimeout(leaving);
    close();
  };
}
