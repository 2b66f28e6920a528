import type { ErrorBody } from '@gpulease/contract/common';
import { pathOf, type OperationId } from '@gpulease/contract/endpoints';
import { routes, type Answer, type BodyInput, type QueryInput, type Route } from '@gpulease/contract/routes';

export interface CallOptions<Id extends OperationId> {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: QueryInput<Id>;
  readonly body?: BodyInput<Id>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiAnswer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body of a success. Throws an Error with status and text after a failure. */
  readonly body: T;
  /** The error of a failure. Throws after a success. */
  readonly error: ErrorBody;
}

/** Calls the API like a browser, with cookies and the origin of requests, or like a script, with an API token. */
export class ApiClient {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();
  readonly #apiToken: string | undefined;

  constructor(origin: string, apiToken?: string) {
    this.#origin = origin;
    this.#apiToken = apiToken;
  }

  /** Calls an operation of the contract. Sends a new Idempotency-Key with every change unless the caller gives one. */
  async call<Id extends OperationId>(
    operation: Id,
    options: CallOptions<Id> = {},
  ): Promise<ApiAnswer<Answer<Id>>> {
    const url = new URL(pathOf(operation, options.params), this.#origin);
    for (const [name, value] of Object.entries(options.query ?? {}))
      url.searchParams.set(name, String(value));
    const { method, kind }: Route = routes[operation];
    const response = await fetch(url, {
      method,
      redirect: kind === 'redirect' ? 'manual' : 'follow',
      headers: {
        ...(method !== 'GET' && { 'Idempotency-Key': crypto.randomUUID() }),
        ...this.headers,
        ...(options.body !== undefined && { 'Content-Type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    });
    this.#keepCookies(response.headers.getSetCookie());
    return answerOf(response, await response.text(), operation);
  }

  /** The headers that identify the caller and the origin. */
  get headers(): Readonly<Record<string, string>> {
    if (this.#apiToken !== undefined) return { Authorization: `Bearer ${this.#apiToken}` };
    return { 'Sec-Fetch-Site': 'same-origin', Cookie: this.cookieHeader };
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  /** The cookies as a browser would send them. */
  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keepCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}

function answerOf<T>(response: Response, text: string, operation: string): ApiAnswer<T> {
  const { status, headers } = response;
  return {
    status,
    headers,
    text,
    get body() {
      if (!response.ok) throw new Error(`${operation} answered ${status}: ${text}`);
      return (text === '' ? undefined : JSON.parse(text)) as T;
    },
    get error() {
      if (response.ok) throw new Error(`${operation} answered ${status}, no error: ${text}`);
      return JSON.parse(text) as ErrorBody;
    },
  };
}
