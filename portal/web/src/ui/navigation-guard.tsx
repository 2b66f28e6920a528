import { createContext, use, useEffect, useId, useRef, useState } from 'react';
import { NavigationType, useBlocker, type Location } from 'react-router-dom';
import { lazyPart } from './lazy-part.tsx';

const loadQuestion = async () => (await import('./leave-question.tsx')).LeaveQuestion;
const LeaveQuestion = lazyPart(loadQuestion, null);

/** Whether a dialog covers the whole page and its open dialogs, which must then ignore keys. */
export const Covered = createContext(false);

/** The close functions of the open dialogs, latest last. */
const openDialogs = new Set<() => void>();
const editedForms = new Set<string>();

/** Closes the latest dialog on going back, and asks before an edited form is left. The router allows one blocker, shared by all. */
export function NavigationGuard() {
  const [dialog, setDialog] = useState<{ readonly close: () => void }>();
  const blocker = useBlocker(({ historyAction, currentLocation, nextLocation }) => {
    const close = historyAction === NavigationType.Pop ? [...openDialogs].at(-1) : undefined;
    setDialog(close && { close });
    return (
      close !== undefined || (editedForms.size > 0 && placeOf(currentLocation) !== placeOf(nextLocation))
    );
  });
  useEffect(() => {
    if (blocker.state !== 'blocked' || !dialog) return;
    blocker.reset();
    dialog.close();
  }, [blocker, dialog]);
  if (blocker.state !== 'blocked' || dialog) return null;
  return <LeaveQuestion onLeave={() => blocker.proceed()} onStay={() => blocker.reset()} />;
}

/** Returns the page and tab. Leaving a tab drops its form, like leaving the page; other parameters only filter lists. */
function placeOf({ pathname, search }: Location): string {
  return `${pathname} ${new URLSearchParams(search).get('tab') ?? ''}`;
}

/** Makes going back close a dialog while it is mounted. */
export function useClosedByBack(close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  }, [close]);
  useEffect(() => {
    const closeLatest = () => latest.current();
    openDialogs.add(closeLatest);
    return () => void openDialogs.delete(closeLatest);
  }, []);
}

/** Asks before unsaved edits are left. Returns a function to call before leaving on purpose, such as after saving. */
export function useGuardedEdits(isEdited: boolean): () => void {
  const form = useId();
  const isCovered = use(Covered);
  useEffect(() => {
    if (!isEdited || isCovered) return;
    // Loads the question early, in case the network fails later.
    void loadQuestion().catch(() => undefined);
    editedForms.add(form);
    return () => void editedForms.delete(form);
  }, [form, isEdited, isCovered]);
  useEffect(() => {
    if (!isEdited) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isEdited]);
  return () => editedForms.delete(form);
}
