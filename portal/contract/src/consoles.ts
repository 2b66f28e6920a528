/** How a browser and the portal speak over a console's WebSocket. Free of zod, so any bundle may use it. */

/** The sub-protocol: the machine's bytes as they are, in binary frames, both ways. */
export const CONSOLE_PROTOCOL = 'gpulease.console';

const TICKET_PREFIX = 'gpulease.ticket.';

/** The sub-protocol that carries a ticket, which so is in no URL and no log. */
export function ticketProtocol(ticket: string): string {
  return TICKET_PREFIX + ticket;
}

/** The ticket among the sub-protocols that a browser offers. */
export function ticketIn(protocols: Iterable<string>): string | undefined {
  return [...protocols].find((name) => name.startsWith(TICKET_PREFIX))?.slice(TICKET_PREFIX.length);
}

/** Why the portal closed a console: the WebSocket's close code. */
export const consoleCloseCodes = {
  /** The session ended, or its user was disabled. */
  SESSION_ENDED: 4001,
  /** Somebody else opened the same console of the machine. */
  TAKEN_OVER: 4002,
  /** The machine does not run. */
  NOT_RUNNING: 4003,
  /** Nothing was sent for too long. */
  IDLE: 4004,
  /** The machine ended the connection, or could not be connected to. */
  DISCONNECTED: 4005,
} as const;
export type ConsoleEnd = keyof typeof consoleCloseCodes;

/** Why a console was closed; everything that the portal did not say is a broken connection. */
export function consoleEndOf(closeCode: number): ConsoleEnd {
  const found = Object.entries(consoleCloseCodes).find(([, code]) => code === closeCode);
  return (found?.[0] as ConsoleEnd | undefined) ?? 'DISCONNECTED';
}
