import { createContext, useContext } from 'react';

/** Where a dialog has its buttons: absent outside of dialogs, null until the dialog is laid out. */
export const DialogFooter = createContext<HTMLElement | null | undefined>(undefined);

/** The footer of the dialog around, for the buttons of a form in its body. */
export function useDialogFooter(): HTMLElement | null | undefined {
  return useContext(DialogFooter);
}
