import { createContext } from 'react';

/** The title of the enclosing tab. */
export const TabTitle = createContext<string | undefined>(undefined);
