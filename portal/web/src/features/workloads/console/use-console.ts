import { consoleEndOf, type ConsoleEnd } from '@gpulease/contract/consoles';
import type { ConsoleKind, SessionConsole } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import { useCallback, useRef, useState } from 'react';
import { asFailure } from '../../../api/failure.ts';
import { useToasts } from '../../../ui/toasts.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { paramsOf } from '../actions/power-actions.ts';
import { openSocket, type ScreenControls } from './connection.ts';

const tickets = { user: 'createConsoleTicket', admin: 'createAnyConsoleTicket' } as const;

/** The connection to a machine's console, from request to end. `open` takes an operator's reason. */
export function useConsole(console: SessionConsole, workload: Workload, kind: ConsoleKind) {
  const { user, name } = workload;
  const toasts = useToasts();
  const { run, isBusy } = useAction(tickets[console]);
  const [connect, setConnect] = useState<() => WebSocket>();
  const [ended, setEnded] = useState<ConsoleEnd>();
  // Another user has the console open, so this user is asked whether to take over.
  const [isTaken, setTaken] = useState(false);
  const [controls, setControls] = useState<ScreenControls>();
  const current = useRef<WebSocket>(undefined);
  const reset = () => {
    current.current = undefined;
    setConnect(undefined);
    setControls(undefined);
    setTaken(false);
    setEnded(undefined);
  };
  const open = async (takeOver: boolean, reason: string) => {
    reset();
    try {
      const asked = { kind, takeOver };
      const body = console === 'admin' ? { ...asked, reason } : asked;
      const { ticket } = await run({ params: paramsOf(console, workload), body });
      setConnect(() => () => {
        const socket = openSocket(console, { user, name }, { kind, ticket });
        current.current = socket;
        socket.addEventListener('close', ({ code }) => {
          // This page closed the connection.
          if (current.current !== socket) return;
          reset();
          setEnded(consoleEndOf(code));
        });
        return socket;
      });
    } catch (error) {
      if (asFailure(error).details.reason === 'CONSOLE_IN_USE') setTaken(true);
      else toasts.failure(error);
    }
  };
  const onReady = useCallback((ready: ScreenControls) => setControls(ready), []);
  return { connect, isConnecting: isBusy, ended, isTaken, controls, open, close: reset, onReady };
}
