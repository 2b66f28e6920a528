import type { IncomingMessage } from 'node:http';
import { CONSOLE_PROTOCOL, consoleEndOf, ticketProtocol, type ConsoleEnd } from '@gpulease/contract/consoles';
import { pathOf, type OperationId } from '@gpulease/contract/endpoints';
import { eventually } from '@gpulease/kube/testing';
import { WebSocket } from 'ws';
import type { ApiClient } from './api-client.ts';

export interface OpenOptions {
  /** URL of the portal. */
  readonly url: string;
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, string>>;
  readonly ticket: string;
  /** Origin of the page, by default the portal's. */
  readonly origin?: string;
}

/** A console as a browser has it, with all output of the machine so far. */
export class ConsoleClient {
  readonly #socket: WebSocket;
  readonly ended: Promise<ConsoleEnd>;
  said = '';

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => (this.said += data.toString('latin1')));
    this.ended = new Promise((resolve) => socket.on('close', (code) => resolve(consoleEndOf(code))));
  }

  type(text: string): void {
    this.#socket.send(Buffer.from(text));
  }

  untilSaid(text: string): Promise<void> {
    return eventually(() => {
      if (!this.said.includes(text)) throw new Error(`"${text}" was not said, but: ${this.said}`);
      return Promise.resolve();
    });
  }

  close(): void {
    this.#socket.close();
  }

  /** Leaves the server's close unanswered, like a client that wants to continue; resolves when it arrives. */
  ignoreClose(): Promise<ConsoleEnd> {
    return new Promise((resolve) => {
      this.#socket.close = (code) => resolve(consoleEndOf(code ?? 1005));
    });
  }
}

/** Opens a console; rejects with the HTTP status of a refusal. */
export function openConsole(
  browser: ApiClient,
  { url, operation, params, ticket, origin = url }: OpenOptions,
): Promise<ConsoleClient> {
  const address = url.replace('http', 'ws') + pathOf(operation, params);
  const socket = new WebSocket(address, [CONSOLE_PROTOCOL, ticketProtocol(ticket)], {
    headers: { Cookie: browser.cookieHeader, Origin: origin },
  });
  const client = new ConsoleClient(socket);
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(client));
    socket.on('error', reject);
    socket.on('unexpected-response', (_, { statusCode }: IncomingMessage) =>
      reject(new Error(String(statusCode))),
    );
  });
}
