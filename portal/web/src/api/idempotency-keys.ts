import { asFailure } from './failure.ts';

/** The keys of one form or dialog: sending the same again is the same call to the server until an answer was read. */
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

/** Refusals that come before the server reads the request: no session, no permission, too slow, too early, too often. */
const BEFORE_DECIDING: readonly number[] = [401, 403, 408, 425, 429];

/** Whether the server has decided. After any other failure an earlier attempt may have succeeded. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !BEFORE_DECIDING.includes(status);
}

/** 128 random bits. `randomUUID` exists only over TLS and on localhost. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
