import { createContext } from 'react';

/** The title of the tab that is around. */
export const TabTitle = createContext<string | undefined>(undefined);
