/** One key per intent: the same request keeps its key until the server has answered it. */
export class IdempotencyKeys {
  readonly #open = new Map<string, string>();

  /** The key for a request; the same one again while no answer has come. */
  of(url: string, body: string | null): string {
    const intent = identity(url, body);
    const key = this.#open.get(intent) ?? randomKey();
    this.#open.set(intent, key);
    return key;
  }

  /** The server has answered: doing the same again is a new intent. */
  settle(url: string, body: string | null): void {
    this.#open.delete(identity(url, body));
  }
}

function identity(url: string, body: string | null): string {
  return `${url} ${body ?? ''}`;
}

/** 128 random bits. Not randomUUID, which exists only over TLS and on localhost. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
