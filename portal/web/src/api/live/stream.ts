/**
 * One Server-Sent Events connection per console and browser: browsers allow six connections to an HTTP/1.1 origin, so
 * a stream per tab would stop the site at the sixth tab. The tab that holds the lock reads the stream and passes it on.
 */
import type { OperationId } from '@gpulease/contract/endpoints';
import { pathOf } from '@gpulease/contract/endpoints';
import type { LiveEvent } from '@gpulease/contract/live';
import { takeTurns } from './leadership.ts';

export type StreamOperation = Extract<OperationId, 'streamEvents' | 'streamAdminEvents'>;

type Signal =
  | { readonly kind: 'event'; readonly event: LiveEvent }
  | { readonly kind: 'connection'; readonly connected: boolean };

export interface Listener {
  readonly onEvent: (event: LiveEvent) => void;
  readonly onConnection: (connected: boolean) => void;
}

const RETRY_FIRST_MS = 1_000;
const RETRY_MOST_MS = 30_000;

/** Listens until the returned function is called, as leader or follower. */
export function listen(operation: StreamOperation, listener: Listener): () => void {
  const channel = new BroadcastChannel(`gpulease-${operation}`);
  const stopping = new AbortController();
  const receive = (signal: Signal) => {
    if (signal.kind === 'event') listener.onEvent(signal.event);
    else listener.onConnection(signal.connected);
  };
  const tell = (signal: Signal) => {
    receive(signal);
    channel.postMessage(signal);
  };
  const follow = (onSilence: () => void) => {
    const leader = watchLeader(() => {
      listener.onConnection(false);
      onSilence();
    });
    channel.onmessage = ({ data }: MessageEvent<Signal>) => {
      leader.heard();
      receive(data);
    };
    return leader.stop;
  };
  const lead = (ended: AbortSignal) => {
    // A tab that led until it was frozen may still have a message under way.
    channel.onmessage = null;
    readStream(operation, ended, tell);
  };
  // Where the browser refuses locks, as it does when storage is forbidden, every tab leads.
  takeTurns(`gpulease-${operation}`, stopping.signal, { follow, lead }).catch(() => lead(stopping.signal));
  return () => {
    stopping.abort();
    channel.close();
  };
}

/** A stream that is silent for this long is dead, even if the connection looks open: the server pings more often. */
const SILENCE_MS = 45_000;
/** An awake page would have received a ping by then. */
const PING_MISSED_MS = 20_000;

/** Notices when the leading tab no longer passes on even the server's pings, for example because it is frozen. */
function watchLeader(onSilence: () => void): { heard: () => void; stop: () => void } {
  let isOver = false;
  let heardAt = Date.now();
  let silence = setTimeout(onSilence, SILENCE_MS);
  const stopListening = onReturn({
    online: () => undefined,
    awake: () => {
      if (Date.now() - heardAt > PING_MISSED_MS) onSilence();
    },
  });
  return {
    heard() {
      if (isOver) return;
      heardAt = Date.now();
      clearTimeout(silence);
      silence = setTimeout(onSilence, SILENCE_MS);
    },
    stop() {
      isOver = true;
      clearTimeout(silence);
      stopListening();
    },
  };
}

function readStream(operation: StreamOperation, signal: AbortSignal, tell: (signal: Signal) => void): void {
  let wait = RETRY_FIRST_MS;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let heardAt = 0;
  let end: () => void = () => undefined;
  const open = () => {
    if (signal.aborted) return;
    const source = new EventSource(pathOf(operation));
    let silence: ReturnType<typeof setTimeout> | undefined;
    end = () => {
      clearTimeout(silence);
      source.close();
    };
    const reopen = () => {
      end();
      tell({ kind: 'connection', connected: false });
      retry = setTimeout(open, wait);
      wait = Math.min(wait * 2, RETRY_MOST_MS);
    };
    const heard = () => {
      heardAt = Date.now();
      clearTimeout(silence);
      silence = setTimeout(reopen, SILENCE_MS);
    };
    heard();
    source.addEventListener('ping', () => {
      heard();
      // The following tabs hear the server only through this tab.
      tell({ kind: 'connection', connected: true });
    });
    source.onmessage = ({ data }: MessageEvent<string>) => {
      heard();
      wait = RETRY_FIRST_MS;
      tell({ kind: 'connection', connected: true });
      tell({ kind: 'event', event: JSON.parse(data) as LiveEvent });
    };
    source.onerror = () => {
      if (signal.aborted) return;
      // The browser does not retry a refused stream; it retries a broken one, unless that takes too long.
      if (source.readyState === EventSource.CLOSED) reopen();
      else tell({ kind: 'connection', connected: false });
    };
  };
  const renew = () => {
    clearTimeout(retry);
    end();
    wait = RETRY_FIRST_MS;
    open();
  };
  const stopListening = onReturn({
    online: renew,
    awake: () => {
      if (Date.now() - heardAt > PING_MISSED_MS) renew();
    },
  });
  signal.addEventListener('abort', () => {
    stopListening();
    clearTimeout(retry);
    end();
  });
  open();
}

interface Returns {
  /** The network is back. */
  readonly online: () => void;
  /** The page is visible again, maybe after a sleep during which no timer ran. */
  readonly awake: () => void;
}

/** Calls these until the returned function is called. */
function onReturn({ online, awake }: Returns): () => void {
  const seen = () => {
    if (document.visibilityState === 'visible') awake();
  };
  window.addEventListener('online', online);
  document.addEventListener('resume', awake);
  document.addEventListener('visibilitychange', seen);
  return () => {
    window.removeEventListener('online', online);
    document.removeEventListener('resume', awake);
    document.removeEventListener('visibilitychange', seen);
  };
}
