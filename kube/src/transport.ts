import type { Dispatcher } from 'undici';
import { errorFromBody, errorFromNetwork, isTlsFailure, ApiError } from './api-error.ts';
import { sleep, type Clock } from './clock.ts';
import { DispatcherCache } from './dispatcher-cache.ts';
import { Exchange, type Answer } from './exchange.ts';
import type { Access, ClusterConfig } from './kube-config.ts';
import type { Outage } from './outage.ts';
import type { ServerClock } from './server-clock.ts';
import { queryString, type ApiRequest, type RequestLabel, type RequestReport } from './request.ts';
import { retryWait, withRetryAfter } from './retry-after.ts';
import { childSpan } from './tracing.ts';

export interface TransportOptions {
  config: ClusterConfig;
  userAgent: string;
  /** The user to impersonate, instead of the owner of the credentials. */
  as?: string | undefined;
  requestTimeoutMs: number;
  clock: Clock;
  onRequest?: ((report: RequestReport) => void) | undefined;
  serverClock?: ServerClock | undefined;
  outage?: Outage | undefined;
}

/** Time for queueing and connecting, on top of the response timeout. */
const CONNECT_GRACE_MS = 2_000;

/** Sends requests over one connection pool, with the same deadlines and errors for all callers. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #dispatchers = new DispatcherCache();
  readonly #closed = new AbortController();
  readonly #exchanges = new Set<Exchange>();

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /** Whether an outage of the API server has been logged and is not over. */
  get isInOutage(): boolean {
    return this.#options.outage?.isOn ?? false;
  }

  /**
   * Sends a request and returns the JSON of its response, or its text with `isText`.
   * @throws ApiError when the API rejects it or cannot be reached
   */
  send(request: ApiRequest, label: RequestLabel): Promise<unknown> {
    const send = () => this.#send(request, label);
    return isTraced(request, label)
      ? childSpan(`${label.verb} ${label.resource}`, { kind: 'client' }, send)
      : send();
  }

  async #send(request: ApiRequest, label: RequestLabel): Promise<unknown> {
    const { clock, requestTimeoutMs } = this.#options;
    const deadline = clock.monotonic() + (request.timeoutMs ?? requestTimeoutMs);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(request, label);
      } catch (error) {
        const wait = retryWait(error, request.method, attempt);
        if (wait === undefined || clock.monotonic() + wait > deadline || request.signal?.aborted) throw error;
        await sleep(clock, wait, request.signal);
      }
    }
  }

  /**
   * Sends a request and streams the body of its response. Only the wait for its first byte, and `idleMs` without
   * another, are limited.
   * @throws ApiError, also while the body is read
   */
  async open(request: ApiRequest, label: RequestLabel, idleMs: number): Promise<AsyncIterable<Buffer>> {
    const finish = this.#startReport(request, label);
    const { server } = this.#options.config;
    try {
      const response = await this.#openStream(request, idleMs);
      finish(response.statusCode);
      if (response.statusCode >= 400) throw errorFromBody(response.statusCode, await response.body.text());
      return readBody(response.body, server);
    } catch (error) {
      const failure = this.#toApiError(error);
      finish(0, failure);
      throw failure;
    }
  }

  /** Returns the API server's address and our current credentials. */
  access(): Promise<Access> {
    return this.#options.config.access();
  }

  /** Closes all connections. Pending and later requests fail. */
  async close(): Promise<void> {
    const reason = new Error('the connection was closed');
    this.#closed.abort(reason);
    for (const exchange of this.#exchanges) exchange.abort(reason);
    await this.#dispatchers.destroy();
  }

  async #attempt(request: ApiRequest, label: RequestLabel): Promise<unknown> {
    const finish = this.#startReport(request, label);
    const { clock, serverClock } = this.#options;
    const sentAt = clock.monotonic();
    try {
      const { statusCode, headers, text } = await this.#exchange(request);
      serverClock?.observe(headerOf(headers, 'date'), sentAt);
      finish(statusCode);
      if (statusCode >= 400) throw withRetryAfter(errorFromBody(statusCode, text), headers);
      if (request.isText) return text;
      return text === '' ? undefined : (JSON.parse(text) as unknown);
    } catch (error) {
      const failure = this.#toApiError(error);
      finish(0, failure);
      throw failure;
    }
  }

  /** Sends a request and waits for its complete response, until its timeout or the abort of its signal. */
  async #exchange(request: ApiRequest): Promise<Answer> {
    const { signal, timeoutMs = this.#options.requestTimeoutMs } = request;
    const access = await this.access();
    this.#closed.signal.throwIfAborted();
    signal?.throwIfAborted();
    const exchange = new Exchange();
    const abort = (): void => exchange.abort(signal?.reason as Error);
    // A timer cleared with its request; unlike AbortSignal.timeout, thousands do not stay in memory until they fire.
    const timer = setTimeout(() => exchange.abort(timedOut()), timeoutMs + CONNECT_GRACE_MS);
    this.#exchanges.add(exchange);
    signal?.addEventListener('abort', abort);
    try {
      const options = this.#dispatchOptions(request, access);
      this.#dispatchers.get(access).dispatch({ ...options, bodyTimeout: timeoutMs }, exchange);
      return await exchange.answer;
    } finally {
      clearTimeout(timer);
      this.#exchanges.delete(exchange);
      signal?.removeEventListener('abort', abort);
    }
  }

  async #openStream(request: ApiRequest, bodyTimeout: number): Promise<Dispatcher.ResponseData> {
    const access = await this.access();
    const signal = AbortSignal.any([this.#closed.signal, request.signal].filter((one) => one !== undefined));
    signal.throwIfAborted();
    const options = { ...this.#dispatchOptions(request, access), bodyTimeout, signal };
    return unlessAborted(this.#dispatchers.get(access).request(options), signal);
  }

  #dispatchOptions(
    { method, path, query, body, contentType = 'application/json', timeoutMs }: ApiRequest,
    { server, headers }: Access,
  ) {
    const { origin, pathname } = new URL(server);
    const { as } = this.#options;
    return {
      origin,
      path: `${pathname.replace(/\/$/, '')}${path}${queryString(query)}`,
      method,
      headers: {
        ...headers,
        ...(as === undefined ? {} : { 'impersonate-user': as }),
        accept: 'application/json',
        'user-agent': this.#options.userAgent,
        ...(body === undefined ? {} : { 'content-type': contentType }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      headersTimeout: timeoutMs ?? this.#options.requestTimeoutMs,
    };
  }

  #toApiError(error: unknown): Error {
    if (error instanceof ApiError) return error;
    if (isTlsFailure(error)) this.#dispatchers.forget();
    return errorFromNetwork(error, this.#options.config.server);
  }

  /** Returns a function whose first call reports the request: by its status, or by 0 and the failure. */
  #startReport({ method, signal }: ApiRequest, label: RequestLabel): (code: number, failure?: Error) => void {
    const { onRequest, clock, config, outage } = this.#options;
    const start = clock.monotonic();
    let reported = false;
    return (code, failure) => {
      if (reported) return;
      reported = true;
      const isAborted = signal?.aborted === true || this.#closed.signal.aborted;
      if (failure === undefined) outage?.answered();
      else if (!isAborted) outage?.unanswered(start, failure);
      const { host } = new URL(config.server);
      onRequest?.({ ...label, method, host, code, seconds: (clock.monotonic() - start) / 1000 });
    };
  }
}

/** Whether the request is a change worth a span. Events only report changes. */
function isTraced({ method, query }: ApiRequest, { resource }: RequestLabel): boolean {
  return method !== 'GET' && resource !== 'events' && query?.dryRun === undefined;
}

/** The abort reason of `AbortSignal.timeout`. */
function timedOut(): DOMException {
  return new DOMException('The operation was aborted due to timeout', 'TimeoutError');
}

/** Rejects when `signal` is aborted, because undici respects it only once it is connected. */
function unlessAborted<R>(promise: Promise<R>, signal: AbortSignal): Promise<R> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

async function* readBody(body: AsyncIterable<Buffer>, server: string): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw errorFromNetwork(error, server);
  }
}

function headerOf(headers: Answer['headers'], name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
