import RFB from '@novnc/novnc';
import { useEffect, useRef } from 'react';
import { useAriaLabel } from '../../../ui/use-aria-label.ts';
import type { ScreenControls, ScreenProps } from './connection.ts';
import { keysymOf, namedKeysyms, type KeyName } from './keysyms.ts';

const CHORDS: Readonly<Record<string, readonly KeyName[]>> = {
  'Ctrl + Alt + Del': ['Control', 'Alt', 'Delete'],
  'Ctrl + Alt + F1': ['Control', 'Alt', 'F1'],
  'Ctrl + Alt + F2': ['Control', 'Alt', 'F2'],
  Esc: ['Escape'],
  Tab: ['Tab'],
};

export function VncScreen({ connect, label, onReady }: ScreenProps) {
  const host = useRef<HTMLDivElement>(null);
  useAriaLabel(host, 'canvas', label);
  useEffect(() => {
    if (!host.current) return;
    const rfb = new RFB(host.current, connect());
    rfb.scaleViewport = true;
    rfb.addEventListener('connect', () => rfb.focus());
    onReady(controlsOf(rfb));
    return () => rfb.disconnect();
  }, [connect, onReady]);
  return <div ref={host} className="gpulease-screen__host" />;
}

function controlsOf(rfb: RFB): ScreenControls {
  return {
    type: (text) => {
      const keysyms = Array.from(text, keysymOf);
      for (const keysym of keysyms) if (keysym !== undefined) rfb.sendKey(keysym, null);
      return keysyms.filter((keysym) => keysym === undefined).length;
    },
    keys: Object.entries(CHORDS).map(([title, names]) => ({
      title,
      press: () => {
        pressTogether(rfb, names);
        rfb.focus();
      },
    })),
  };
}

function pressTogether(rfb: RFB, names: readonly KeyName[]): void {
  for (const name of names) rfb.sendKey(namedKeysyms[name], null, true);
  for (const name of names.toReversed()) rfb.sendKey(namedKeysyms[name], null, false);
}
