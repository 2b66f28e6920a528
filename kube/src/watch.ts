import type { ResourceDefinition } from '@gpulease/crds';
import { errorFromStatus, type Status } from './api-error.ts';
import { resourcePath, type ApiObject } from './object.ts';
import type { ListOptions } from './resource-options.ts';
import type { Transport } from './transport.ts';

export type WatchEvent<T> =
  | { type: 'ADDED' | 'MODIFIED' | 'DELETED'; object: T }
  /** There are no further changes up to this resourceVersion. */
  | { type: 'BOOKMARK'; resourceVersion: string };

export interface WatchOptions {
  resourceVersion: string;
  /** When the server ends the watch, in seconds. */
  serverTimeoutSeconds?: number | undefined;
  /** Time without a byte after which the connection counts as dead, in milliseconds. */
  idleMs?: number | undefined;
}

/** Less than the five minutes after which many load balancers drop an idle connection. */
const SERVER_TIMEOUT_SECONDS = 290;
/** The server ends each watch in time; one that is idle for longer is dead. */
const IDLE_MARGIN_MS = 5_000;

type RawEvent<T> =
  | { type: 'ADDED' | 'MODIFIED' | 'DELETED'; object: T }
  | { type: 'BOOKMARK'; object: { metadata: { resourceVersion: string } } }
  | { type: 'ERROR'; object: Status };

/**
 * Opens a watch on the objects of a kind and yields its events. It ends when the server ends it or `signal` is aborted.
 * The caller must read it or abort it.
 * @throws ApiError when the API rejects the watch; while reading, also when the connection breaks or goes idle
 */
export async function openWatch<T extends ApiObject>(
  transport: Transport,
  definition: ResourceDefinition<T>,
  options: ListOptions & WatchOptions,
): Promise<AsyncGenerator<WatchEvent<T>>> {
  const { namespace, labelSelector, fieldSelector, resourceVersion, signal } = options;
  const { serverTimeoutSeconds = SERVER_TIMEOUT_SECONDS } = options;
  const { idleMs = serverTimeoutSeconds * 1000 + IDLE_MARGIN_MS } = options;
  const query = {
    watch: true,
    allowWatchBookmarks: true,
    timeoutSeconds: serverTimeoutSeconds,
    labelSelector,
    fieldSelector,
    resourceVersion,
  };
  const path = resourcePath(definition, { namespace });
  const label = { verb: 'watch', resource: definition.plural };
  const body = await transport.open({ method: 'GET', path, query, signal }, label, idleMs);
  return readEvents<T>(body, signal);
}

async function* readEvents<T>(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<WatchEvent<T>> {
  try {
    for await (const line of readLines(body)) yield toEvent(JSON.parse(line) as RawEvent<T>);
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

function toEvent<T>(event: RawEvent<T>): WatchEvent<T> {
  switch (event.type) {
    case 'BOOKMARK':
      return { type: 'BOOKMARK', resourceVersion: event.object.metadata.resourceVersion };
    case 'ERROR':
      throw errorFromStatus(event.object);
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return event;
  }
}

/** Yields the lines of a byte stream. An unterminated last line was cut off and is omitted. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '');
  }
}
