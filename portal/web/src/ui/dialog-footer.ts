import { createContext } from 'react';

/** The element for the buttons of a dialog or of a form in it: undefined outside dialogs, null until the dialog is mounted. */
export const DialogFooter = createContext<HTMLElement | null | undefined>(undefined);
