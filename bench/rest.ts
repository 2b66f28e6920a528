import { randomUUID } from 'node:crypto';

export interface Credentials {
  username: string;
  password: string;
}

/** A signed-in customer of the REST API. */
export class RestSession {
  readonly #origin: string;
  readonly #cookie: string;

  private constructor(origin: string, cookie: string) {
    this.#origin = origin;
    this.#cookie = cookie;
  }

  static async signIn(origin: string, credentials: Credentials): Promise<RestSession> {
    const response = await call(origin, '/auth/login', { body: credentials });
    const cookie = response.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
    return new RestSession(origin, cookie.join('; '));
  }

  /** Returns the answer's JSON. Throws with its text when it is an error. */
  async post(path: string, body: object): Promise<unknown> {
    const response = await call(this.#origin, path, { body, cookie: this.#cookie });
    const answer = await response.text();
    return answer === '' ? undefined : JSON.parse(answer);
  }
}

async function call(
  origin: string,
  path: string,
  { body, cookie }: { body: object; cookie?: string },
): Promise<Response> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      origin,
      ...(cookie === undefined ? {} : { cookie }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}
