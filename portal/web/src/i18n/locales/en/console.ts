import type { consoles as zh } from '../zh/console.ts';
import type { WithSingular } from './with-singular.ts';

export const consoles: WithSingular<typeof zh> = {
  console: {
    kind: 'Kind of console',
    kinds: { SERIAL: 'Serial console', VNC: 'Screen (VNC)' },
    about: {
      SERIAL: 'Sign in over the serial line, which needs no network, and watch the machine boot.',
      VNC: 'See and use the machine’s screen as if you sat in front of it.',
    },
    connect: 'Connect',
    reconnect: 'Reconnect',
    disconnect: 'Disconnect',
    sendKeys: 'Send keys',
    paste: 'Paste text',
    pasteMissing_one: 'Sent, without {{count}} character that the keyboard lacks.',
    pasteMissing_other: 'Sent, without {{count}} characters that the keyboard lacks.',
    pasteRefused:
      'The browser did not let the page read the clipboard. Allow it and try again, or press Ctrl+V in the console.',
    fullWindow: 'Full window',
    takeOver: 'The console is in use',
    takeOverBody:
      'This console is open in another window, and only one person can use it at a time. If you take it over, the other is disconnected and told so.',
    takeOverAction: 'Take over',
    off: 'No console',
    offBody: 'The consoles are available once the machine has started.',
    ended: {
      SESSION_ENDED: 'Your session has ended, and the console was closed.',
      TAKEN_OVER: 'Someone else opened this console, and you were disconnected.',
      NOT_RUNNING: 'The machine was stopped, and the console was closed.',
      IDLE: 'The console was not used for an hour and was closed.',
      DISCONNECTED:
        'The connection was lost. Reconnect; if the machine is shutting down or restarting, wait a moment first.',
    },
  },
};
