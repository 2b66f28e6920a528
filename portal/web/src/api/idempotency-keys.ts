import { asFailure } from './failure.ts';

/**
 * The keys of one form or dialog: sending the same again is the same call to the server until an answer was read.
 * Another form or dialog is another intent, whatever became of this one, unless it is the same one come back after a lost
 * session: then it is given what was `open` before.
 */
export class IdempotencyKeys {
  readonly #open: Map<string, string>;

  constructor(open: Readonly<Record<string, string>> = {}) {
    this.#open = new Map(Object.entries(open));
  }

  /** Input → key of the calls of which nobody knows what became. */
  get open(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#open);
  }

  /** Sends with the key of this input, and forgets the key once the answer is known. */
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

/** Said before the server looks at what is asked for: no session, no right to call, too slow, too early, too often. */
const BEFORE_DECIDING: readonly number[] = [401, 403, 408, 425, 429];

/** The server has decided; with any other failure a try before may have done what was asked for. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !BEFORE_DECIDING.includes(status);
}

/** 128 random bits. Not randomUUID, which exists only over TLS and on localhost. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
