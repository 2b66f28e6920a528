import { CONSOLE_PROTOCOL, ticketProtocol } from '@gpulease/contract/consoles';
import { pathOf } from '@gpulease/contract/endpoints';
import type { ConsoleKind, SessionConsole } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';

/** Controls of a connected screen. */
export interface ScreenControls {
  /** Types a text and returns the number of characters that the machine's keyboard lacks. */
  readonly type: (text: string) => number;
  /** Keys and shortcuts that browsers and phones intercept. */
  readonly keys: readonly { readonly title: string; readonly press: () => void }[];
}

export interface ScreenProps {
  /** Opens the connection; the screen closes it when it unmounts. */
  readonly connect: () => WebSocket;
  readonly label: string;
  readonly onReady: (controls: ScreenControls) => void;
}

const operations = {
  user: { SERIAL: 'openConsole', VNC: 'openVnc' },
  admin: { SERIAL: 'openAnyConsole', VNC: 'openAnyVnc' },
} as const satisfies Record<SessionConsole, Record<ConsoleKind, string>>;

export function openSocket(
  console: SessionConsole,
  { user, name }: Pick<Workload, 'user' | 'name'>,
  { kind, ticket }: { readonly kind: ConsoleKind; readonly ticket: string },
): WebSocket {
  const url = new URL(pathOf(operations[console][kind], { user, name }), location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const socket = new WebSocket(url, [CONSOLE_PROTOCOL, ticketProtocol(ticket)]);
  socket.binaryType = 'arraybuffer';
  return socket;
}
