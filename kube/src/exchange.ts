import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

/** A complete response. */
export interface Answer {
  statusCode: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** A request and its complete response. undici's `request`, which streams, takes twice as long for short ones. */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Rejects with the network error or the reason of the abort. */
  readonly answer: Promise<Answer>;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (reason: Error) => void;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #aborted: Error | undefined;
  #statusCode = 0;
  #headers: IncomingHttpHeaders = {};

  constructor() {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.answer = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Ends the exchange at any stage: waiting for a connection, for the response or for the rest of it. */
  abort(reason: Error): void {
    this.#aborted ??= reason;
    this.#reject(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#aborted !== undefined) controller.abort(this.#aborted);
  }

  onResponseStart(_: Dispatcher.DispatchController, statusCode: number, headers: IncomingHttpHeaders): void {
    this.#statusCode = statusCode;
    this.#headers = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const text = Buffer.concat(this.#chunks).toString('utf8');
    this.#resolve({ statusCode: this.#statusCode, headers: this.#headers, text });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}
