import { createContext, useContext } from 'react';

/** The element for a dialog's buttons: undefined outside of dialogs, null until the dialog is mounted. */
export const DialogFooter = createContext<HTMLElement | null | undefined>(undefined);

/** The footer of the enclosing dialog, for the buttons of a form in its body. */
export function useDialogFooter(): HTMLElement | null | undefined {
  return useContext(DialogFooter);
}
