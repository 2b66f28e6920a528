import '@xterm/xterm/css/xterm.css';
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { useEffect, useRef } from 'react';
import { useAriaLabel } from '../../../ui/use-aria-label.ts';
import { withAllowedStyles } from './allowed-styles.ts';
import type { ScreenProps } from './screen.ts';

const KEYS = { 'Ctrl + C': '\u0003', 'Ctrl + D': '\u0004', 'Ctrl + Z': '\u001a', Esc: '\u001b', Tab: '\t' };
const SCROLLBACK_LINES = 5_000;

/** A machine's serial line in a terminal. */
export function SerialScreen({ connect, label, onReady }: ScreenProps) {
  const host = useRef<HTMLDivElement>(null);
  useAriaLabel(host, 'textarea', label);
  useEffect(() => {
    if (!host.current) return;
    const terminal = openTerminal(host.current);
    const socket = connect();
    const send = (text: string) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(new TextEncoder().encode(text));
    };
    socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) =>
      terminal.write(new Uint8Array(data)),
    );
    socket.addEventListener('open', () => terminal.focus());
    terminal.onData(send);
    onReady({
      type: (text) => {
        terminal.paste(text);
        return 0;
      },
      keys: Object.entries(KEYS).map(([title, bytes]) => ({
        title,
        press: () => {
          send(bytes);
          terminal.focus();
        },
      })),
    });
    return () => {
      socket.close();
      terminal.dispose();
    };
  }, [connect, onReady]);
  return <div ref={host} className="gpulease-screen__host" />;
}

/** A terminal as large as its host, and growing with it until it is disposed. */
function openTerminal(host: HTMLElement): Terminal {
  const terminal = new Terminal({
    cursorBlink: true,
    fontFamily: 'monospace',
    fontSize: 14,
    scrollback: SCROLLBACK_LINES,
  });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  withAllowedStyles(() => terminal.open(host));
  const resizes = new ResizeObserver(() => fit.fit());
  resizes.observe(host);
  terminal.loadAddon({ activate: () => undefined, dispose: () => resizes.disconnect() });
  return terminal;
}
