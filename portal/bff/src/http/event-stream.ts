/** Server-Sent Events: all open streams of this process, bounded and re-authorized together. */
import type { LiveEvent } from '@gpulease/contract/live';
import type { Response } from 'express';
import type { Caller, EventStream } from './handler.ts';
import { networkOf } from './network.ts';
import { rateLimited } from './product-error.ts';
import { Counts } from './counts.ts';

/** Clients treat a much longer silence as a lost stream. Pings also keep proxies from closing it. */
const PING_MS = 15_000;
/** Reconnect delay after a broken stream, with jitter so that clients do not reconnect simultaneously. */
const RETRY_MS = 2_000;
const RETRY_SPREAD_MS = 3_000;
/** A client with more unread bytes is disconnected; it reconnects and reloads. */
const MAX_BUFFERED_BYTES = 1_000_000;
/** Streams must end within 5 seconds after a session ends or a user is disabled: this interval plus the query. */
export const REAUTHORIZE_MS = 4_000;
/** A browser opens one stream per visible tab. */
export const MAX_STREAMS_PER_USER = 20;
export const MAX_STREAMS_PER_NETWORK = 500;
const RETRY_AFTER_SECONDS = 30;

export interface EventStreamsOptions {
  /** Returns which of these sessions are still valid. */
  readonly aliveSessions: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Aborted when the server stops; ends all streams. */
  readonly stopping: AbortSignal;
}

interface OpenStream {
  readonly response: Response;
  readonly sessionId: string;
}

/** Opens streams and keeps them open while their sessions are valid. */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #open = new Set<OpenStream>();
  readonly #perUser = new Counts();
  readonly #perNetwork = new Counts();

  constructor(options: EventStreamsOptions) {
    this.#options = options;
    const pings = setInterval(() => this.#ping(), PING_MS);
    const authorizations = setInterval(() => void this.#reauthorize(), REAUTHORIZE_MS);
    options.stopping.addEventListener('abort', () => {
      clearInterval(pings);
      clearInterval(authorizations);
      this.#end(() => true);
    });
  }

  /** Opens a stream on a response. Throws RATE_LIMITED if the user or the network has too many. */
  open(response: Response, caller: Caller, address: string): EventStream {
    const network = networkOf(address);
    const isFull =
      this.#perUser.of(caller.id) >= MAX_STREAMS_PER_USER ||
      this.#perNetwork.of(network) >= MAX_STREAMS_PER_NETWORK;
    if (isFull) throw rateLimited(RETRY_AFTER_SECONDS);
    const stream = { response, sessionId: caller.sessionId };
    this.#open.add(stream);
    this.#perUser.add(caller.id);
    this.#perNetwork.add(network);
    const closed = new AbortController();
    response.on('close', () => {
      this.#open.delete(stream);
      this.#perUser.remove(caller.id);
      this.#perNetwork.remove(network);
      closed.abort();
    });
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
    response.write(`retry: ${Math.round(RETRY_MS + Math.random() * RETRY_SPREAD_MS)}\n\n`);
    const send = (event: LiveEvent) => write(response, `data: ${JSON.stringify(event)}\n\n`);
    send({ type: 'ready' });
    return { send, closed: closed.signal };
  }

  /** Sends a named event, which clients can observe without receiving a message. */
  #ping(): void {
    for (const { response } of this.#open) write(response, 'event: ping\ndata: {}\n\n');
  }

  /** Checks all sessions with one query. If it fails, all streams end; clients reconnect. */
  async #reauthorize(): Promise<void> {
    const asked = new Set([...this.#open].map(({ sessionId }) => sessionId));
    if (asked.size === 0) return;
    const alive = await this.#options.aliveSessions([...asked]).catch(() => new Set<string>());
    this.#end(({ sessionId }) => asked.has(sessionId) && !alive.has(sessionId));
  }

  #end(isOver: (stream: OpenStream) => boolean): void {
    for (const stream of this.#open) if (isOver(stream)) stream.response.end();
  }
}

function write(response: Response, text: string): void {
  if (response.writableEnded || response.destroyed) return;
  if (response.writableLength > MAX_BUFFERED_BYTES) response.destroy();
  else response.write(text);
}
