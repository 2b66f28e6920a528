import { createContext } from 'react';

/** Whether a dialog lies over the whole page, with the dialogs that are open in it: keys are not for them. */
export const Covered = createContext(false);
