import '@xterm/addon-fit';
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { useEffect, useRef } from 'react';
import { useAriaLabel } from '../../../ui/use-aria-label.ts';
import type { ScreenProps } from './connection.ts';

const KEYS = { 'Ctrl + C': '\u0003', 'Ctrl + D': '\u0004', 'Ctrl + Z': '\u001a', Esc: '\u001b', Tab: '\t' };
const SCROLLBACK_LINES = 5_000;

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

/** Opens a terminal that fits its host and resizes with it until it is disposed. */
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

const HTML = 'http://www.w3.org/1999/xhtml';

/**
 * Runs code that creates style elements, as xterm does when it opens. The content security policy blocks those but allows
 * style sheets made by scripts, so everything written into the elements, even later, goes into such sheets.
 */
function withAllowedStyles(open: () => void): void {
  const createAllowed = (tag: string) =>
    tag === 'style' ? styleElement() : document.createElementNS(HTML, tag);
  Object.defineProperty(document, 'createElement', { value: createAllowed, configurable: true });
  try {
    open();
  } finally {
    Reflect.deleteProperty(document, 'createElement');
  }
}

/** An invisible replacement for a style element. Its text applies as a style sheet until it is removed. */
function styleElement(): HTMLElement {
  const element = document.createElement('template');
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  Object.defineProperty(element, 'textContent', { set: (text: string) => sheet.replaceSync(text) });
  element.remove = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    HTMLElement.prototype.remove.call(element);
  };
  return element;
}
