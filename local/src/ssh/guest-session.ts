import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '@gpulease/kube';
import type { ServerChannel, Session } from 'ssh2';
import { runCommand, type CommandResult } from '../kubevirt/guest/commands.ts';
import type { Guest } from '../kubevirt/guest/guest.ts';
import { Terminal } from '../kubevirt/guest/terminal.ts';

export interface GuestSessionOptions {
  guest: Guest;
  clock: Clock;
  /** Called when a command ends the guest. */
  onPowerOff: () => void;
}

/** Serves a shell, or one command, of the simulated guest. Files are not served. */
export function serveGuestSession(session: Session, options: GuestSessionOptions): void {
  session.on('pty', agree);
  session.on('env', agree);
  session.on('window-change', agree);
  session.on('shell', (accept) => openShell(accept(), options));
  session.on('exec', (accept, _reject, { command }) => void execute(accept(), command, options));
}

/** A client that asks for no answer, as OpenSSH does for `env`, leaves nothing to accept; ssh2's types do not say so. */
function agree(accept: (() => void) | undefined): void {
  accept?.();
}

function openShell(channel: ServerChannel, { guest, clock, onPowerOff }: GuestSessionOptions): void {
  const terminal = new Terminal({
    guest,
    clock,
    write: (text) => channel.write(text),
    onEnd: (ending) => {
      if (ending === 'PowerOff') onPowerOff();
      finish(channel, 0);
    },
  });
  channel.on('data', (data: Buffer) => terminal.type(data.toString()));
  terminal.open();
}

async function execute(
  channel: ServerChannel,
  command: string,
  { guest, clock, onPowerOff }: GuestSessionOptions,
): Promise<void> {
  const { output, exitCode, then }: CommandResult = runCommand(guest, command, clock.now());
  const stream = exitCode === 0 ? channel : channel.stderr;
  if (output !== '') stream.write(`${output}\n`);
  if (then === 'PowerOff') onPowerOff();
  // ssh2 loses data that is written in the same turn as the channel's end.
  await turn();
  finish(channel, exitCode);
}

function finish(channel: ServerChannel, exitCode: number): void {
  channel.exit(exitCode);
  channel.end();
}
