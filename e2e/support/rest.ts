import { randomUUID } from 'node:crypto';
import type { Language } from '@gpulease/contract/enums';
import { demoFacts, type Account } from './demo.ts';

export interface Answer<T> {
  status: number;
  body: T;
}

/** A signed-in caller of the REST API, as a script of a user would be. */
export class RestSession {
  readonly #origin: string;
  #cookie = '';
  /** Language of the sentences in errors. */
  language: Language = 'zh';

  constructor() {
    this.#origin = new URL(demoFacts().url).origin;
  }

  /** Signs in to the user console. Throws when the answer is not 2xx. */
  static async user(account: Account = demoFacts().demo): Promise<RestSession> {
    return new RestSession().#signIn('/auth/login', account);
  }

  /** Signs in to the admin console. Throws when the answer is not 2xx. */
  static async admin(account: Account = demoFacts().admin): Promise<RestSession> {
    return new RestSession().#signIn('/admin/auth/login', account);
  }

  get<T>(path: string): Promise<Answer<T>> {
    return this.#call<T>('GET', path);
  }

  post<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> {
    return this.#call<T>('POST', path, body, { 'idempotency-key': randomUUID(), ...headers });
  }

  async #signIn(path: string, account: Account): Promise<RestSession> {
    const answer = await this.#call('POST', path, { username: account.username, password: account.password });
    if (answer.status >= 300)
      throw new Error(`Sign-in answered ${answer.status}: ${JSON.stringify(answer.body)}`);
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
        origin: this.#origin,
        ...(this.#cookie ? { cookie: this.#cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    this.#keepCookies(response);
    const text = await response.text();
    return { status: response.status, body: (text ? JSON.parse(text) : undefined) as T };
  }

  #keepCookies(response: Response): void {
    const set = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
    if (set.length > 0) this.#cookie = set.join('; ');
  }
}
