import { randomUUID } from 'node:crypto';
import type { LiveEvent } from '@gpulease/contract/live';

/** Prefix of an event in an event stream; pings lack it. */
const DATA = 'data: ';

export interface Account {
  readonly username: string;
  readonly password: string;
}

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

/** Client of the REST API, with a session or an API token. */
export class RestSession {
  readonly #origin: string;
  readonly #apiToken: string | undefined;
  readonly #pageOrigin: string;
  #cookie = '';
  /** Language of error messages. */
  language: 'zh' | 'en' = 'zh';

  /** `url` is the portal's address, `publicUrl` its address in browsers if different. */
  constructor(url: string, apiToken?: string, publicUrl = url) {
    this.#origin = new URL(url).origin;
    this.#apiToken = apiToken;
    this.#pageOrigin = new URL(publicUrl).origin;
  }

  /** The session's cookies, for use by other programs. */
  get cookie(): string {
    return this.#cookie;
  }

  /** Signs in to the user console. Throws unless the response is 2xx. */
  signIn(account: Account): Promise<this> {
    return this.#signIn('/auth/login', account);
  }

  /** Signs in to the admin console. Throws unless the response is 2xx. */
  signInAsAdmin(account: Account): Promise<this> {
    return this.#signIn('/admin/auth/login', account);
  }

  get<T>(path: string): Promise<Answer<T>> {
    return this.#call<T>('GET', path);
  }

  post<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> {
    return this.#call<T>('POST', path, body, { 'idempotency-key': randomUUID(), ...headers });
  }

  put<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> {
    return this.#call<T>('PUT', path, body, headers);
  }

  patch<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> {
    return this.#call<T>('PATCH', path, body, headers);
  }

  /** Yields the caller's live events, starting with `ready`, until `signal` aborts. Throws if the stream breaks. */
  async *events(signal: AbortSignal): AsyncGenerator<LiveEvent> {
    const headers = { accept: 'text/event-stream', ...this.#credentials() };
    const { body } = await fetch(`${this.#origin}/api/v1/events`, { headers, signal });
    let unread = '';
    for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const messages = (unread + text).split('\n\n');
      unread = messages.pop() ?? '';
      const data = messages.filter((message) => message.startsWith(DATA));
      yield* data.map((message) => JSON.parse(message.slice(DATA.length)) as LiveEvent);
    }
  }

  async #signIn(path: string, { username, password }: Account): Promise<this> {
    const { status, body } = await this.#call('POST', path, { username, password });
    if (status >= 300) throw new Error(`Sign-in answered ${status}: ${JSON.stringify(body)}`);
    return this;
  }

  async #call<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const response = await fetch(`${this.#origin}/api/v1${path}`, {
      method,
      headers: {
        accept: 'application/json',
        'accept-language': this.language,
        ...this.#credentials(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    this.#keepCookies(response);
    const text = await response.text();
    return { status: response.status, body: (text ? JSON.parse(text) : undefined) as T };
  }

  #credentials(): Record<string, string> {
    if (this.#apiToken !== undefined) return { authorization: `Bearer ${this.#apiToken}` };
    return { origin: this.#pageOrigin, ...(this.#cookie ? { cookie: this.#cookie } : {}) };
  }

  #keepCookies(response: Response): void {
    const set = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
    if (set.length > 0) this.#cookie = set.join('; ');
  }
}

/** Returns the body of a response; throws if the portal rejected the request. */
export function done<T>({ status, body }: Answer<T>): T {
  if (status >= 300) throw new Error(`The portal answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Recharges an amount in yuan (`'12.30'`) by the TEST method, and pays it in the sandbox. */
export async function recharge(session: RestSession, amount: string): Promise<void> {
  const { id } = done(await session.post<{ id: string }>('/recharges', { amount, method: 'TEST' }));
  done(await session.post(`/sandbox/payments/${id}/pay`, {}));
}
