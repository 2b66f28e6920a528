import { asFailure } from './failure.ts';

/** The keys of one form or dialog. Until an answer is read, sending the same input again reuses its key. */
export class IdempotencyKeys {
  /** Input → key, for calls whose outcome is unknown. */
  readonly #open = new Map<string, string>();

  /** Sends with the key of this input and drops the key once the answer is known. */
  async send<T>(input: object, send: (key: string) => Promise<T>): Promise<T> {
    const intent = JSON.stringify(input);
    const key = this.#open.get(intent) ?? randomKey();
    this.#open.set(intent, key);
    try {
      const answer = await send(key);
      this.#open.delete(intent);
      return answer;
    } catch (error) {
      if (isRefusal(asFailure(error).status)) this.#open.delete(intent);
      throw error;
    }
  }
}

/** Refusals sent before the server processes the request: no session, no permission, timeout, too early, rate limit. */
const BEFORE_DECIDING: readonly number[] = [401, 403, 408, 425, 429];

/** Whether the server refused the call itself. After any other failure, an attempt may have succeeded. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !BEFORE_DECIDING.includes(status);
}

/** Returns 128 random bits in hex. `randomUUID` exists only over TLS and on localhost. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
