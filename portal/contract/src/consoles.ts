/** Protocol between a browser and the portal on a console's WebSocket. Free of zod, so any bundle may use it. */

/** Subprotocol of a console: the machine's raw bytes in binary frames, both ways. */
export const CONSOLE_PROTOCOL = 'gpulease.console';

const TICKET_PREFIX = 'gpulease.ticket.';

/** Returns the subprotocol that carries a ticket, which keeps the ticket out of URLs and logs. */
export function ticketProtocol(ticket: string): string {
  return TICKET_PREFIX + ticket;
}

/** Returns the ticket among the subprotocols that a browser offers, if any. */
export function ticketIn(protocols: Iterable<string>): string | undefined {
  return [...protocols].find((name) => name.startsWith(TICKET_PREFIX))?.slice(TICKET_PREFIX.length);
}

/** WebSocket close codes, by the reason why the portal closed a console. */
export const consoleCloseCodes = {
  /** The session ended, or its user was disabled. */
  SESSION_ENDED: 4001,
  /** The same console of the machine was opened elsewhere. */
  TAKEN_OVER: 4002,
  /** The machine is not running. */
  NOT_RUNNING: 4003,
  /** Nothing was sent for too long. */
  IDLE: 4004,
  /** The machine closed the connection or was unreachable. */
  DISCONNECTED: 4005,
} as const;
export type ConsoleEnd = keyof typeof consoleCloseCodes;

/** Returns why a console was closed; other close codes count as a broken connection. */
export function consoleEndOf(closeCode: number): ConsoleEnd {
  const found = Object.entries(consoleCloseCodes).find(([, code]) => code === closeCode);
  return (found?.[0] as ConsoleEnd | undefined) ?? 'DISCONNECTED';
}
