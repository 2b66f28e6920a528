import type { consoles as zh } from '../zh/console.ts';
import type { WithSingular } from './with-singular.ts';

export const consoles: WithSingular<typeof zh> = {
  console: {
    kind: 'Console type',
    kinds: { SERIAL: 'Serial console', VNC: 'Screen (VNC)' },
    about: {
      SERIAL: 'Sign in over the serial line, which needs no network, and watch the machine boot.',
      VNC: 'View and control the machine’s screen in your browser.',
    },
    connect: 'Connect',
    reconnect: 'Reconnect',
    disconnect: 'Disconnect',
    sendKeys: 'Send keys',
    paste: 'Paste text',
    pasteMissing_one: 'Sent, except for {{count}} character that can’t be typed.',
    pasteMissing_other: 'Sent, except for {{count}} characters that can’t be typed.',
    pasteRefused:
      'The browser didn’t let the page read the clipboard. Allow it and try again, or press Ctrl+V in the console.',
    fullWindow: 'Full window',
    ask: 'Open the console of {{user}}/{{name}}?',
    askBody: 'You will see what is on {{user}}’s screen and can type on the machine.',
    takeOver: 'The console is in use',
    takeOverBody:
      'This console is open in another window, and only one person can use it at a time. If you take over, the other person is disconnected and notified.',
    takeOverAction: 'Take over',
    off: 'Console unavailable',
    offBody: 'You can use the console once the machine has started.',
    ended: {
      SESSION_ENDED: 'Your session has ended, and the console was closed.',
      TAKEN_OVER: 'Someone else opened this console, and you were disconnected.',
      NOT_RUNNING: 'The machine was stopped, and the console was closed.',
      IDLE: 'The console was closed after an idle hour.',
      DISCONNECTED:
        'The connection was lost. Reconnect; if the machine is shutting down or restarting, wait a moment first.',
    },
  },
};
